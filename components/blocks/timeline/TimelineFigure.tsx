import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {splitCells} from '@/components/content/splitCells'
import {layoutTimeline} from '@/components/drawings/layoutTimeline'
import {across, Picture} from '@/components/drawings/Picture'
import {TimelineBars} from '@/components/drawings/TimelineBars'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {translator} from '@/i18n/translator'
import type {timelineShape} from '@/sanity/blocks/timeline/projection'
import {Legend} from './Legend'
import {LoadColumns, loadHeight} from './LoadColumns'

type Block = z.output<typeof timelineShape>

/** What the name of the marked moment takes. */
const markerHeight = 24

/** The figure of a timeline: its lanes, and below them what each period costs. */
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

/** A moment that all lanes share, named above the periods. */
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
