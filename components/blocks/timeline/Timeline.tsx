import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {across, Picture} from '@/components/drawings/Picture'
import {layoutTimeline, TimelineBars} from '@/components/drawings/TimelineBars'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {timelineShape} from '@/sanity/blocks/timeline/projection'
import {splitCells} from '@/sanity/splitCells'
import styles from './Timeline.module.css'

type Block = z.output<typeof timelineShape>

/** Lanes of items over periods against their baseline, and the load of each period. */
export function Timeline({block, context}: BlockProps<Block>) {
  return (
    <Section block={block}>
      <TimelineFigure block={block} context={context} />
    </Section>
  )
}

/** Height of the marker's label. */
const markerHeight = 24

/** The figure alone. */
export function TimelineFigure({block, context}: BlockProps<Block>) {
  const words = translator(context.locale, 'figure')
  const periods = splitCells(block.periods)
  const layout = layoutTimeline(block.lanes, periods, block.marker ? markerHeight : 0)
  const loads = block.loads ?? []
  const height = layout.bottom + (loads.length > 0 ? loadHeight : 0)
  const hasBaseline = [
    ...block.lanes.flatMap(({items}) => items.map(({baselineFrom}) => baselineFrom)),
    ...loads.map(({baseline}) => baseline),
  ].some(Boolean)
  return (
    <FigurePlate
      number={words('number', {number: context.figure})}
      caption={block.caption || words('timeline')}
      note={words('example')}
    >
      <Picture height={height} alternative={block.alternative}>
        {block.marker && (
          <Moment part={Math.min(block.marker / periods.length, 1)} label={block.markerLabel} bottom={height} />
        )}
        <TimelineBars layout={layout} periods={periods} />
        {loads.length > 0 && (
          <LoadColumns loads={loads} label={block.loadLabel} periods={periods.length} top={layout.bottom} />
        )}
      </Picture>
      {hasBaseline && <Legend current={words('current')} baseline={words('baseline')} />}
    </FigurePlate>
  )
}

/** A marked moment across all lanes, labelled above the periods. */
function Moment({part, label, bottom}: {part: number; label: string | null | undefined; bottom: number}) {
  const late = part > 0.5
  return (
    <>
      <line data-part="moment" x1={across(part)} x2={across(part)} y1="0" y2={bottom} />
      {label && (
        <text x={across(part)} y="8" dx={late ? -6 : 6} dy="0.36em" textAnchor={late ? 'end' : 'start'}>
          {label}
        </text>
      )}
    </>
  )
}

const loadHeight = 104
const columnHeight = 64

interface LoadColumnsProps {
  loads: readonly {_key: string; amount: number; baseline?: number | null | undefined}[]
  label: string | null | undefined
  periods: number
  top: number
}

/** A column per period. Shows where the load gathers, without figures. */
function LoadColumns({loads, label, periods, top}: LoadColumnsProps) {
  const floor = top + loadHeight - 6
  const heightOf = (amount: number) => (Math.min(Math.max(amount, 0), 100) / 100) * columnHeight
  return (
    <>
      {label && (
        <text data-part="strong" x="0" y={top + 12} dx="2" dy="0.36em">
          {label}
        </text>
      )}
      {loads.slice(0, periods).map(({_key, amount, baseline}, index) => (
        <g key={_key}>
          <rect
            data-part="bar"
            data-tone="active"
            x={across((index + 0.22) / periods)}
            y={floor - heightOf(amount)}
            width={across(0.56 / periods)}
            height={heightOf(amount)}
          />
          {baseline != null && (
            <rect
              data-part="dashed"
              x={across((index + 0.12) / periods)}
              y={floor - heightOf(baseline)}
              width={across(0.76 / periods)}
              height={heightOf(baseline)}
            />
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={floor} y2={floor} />
    </>
  )
}

/** The legend of filled and dashed bars; the alternative text says the same. */
function Legend({current, baseline}: {current: string; baseline: string}) {
  return (
    <p className={styles.legend} aria-hidden="true">
      <i /> {current} <i data-dashed="" /> {baseline}
    </p>
  )
}
