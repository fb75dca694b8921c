import type {TimelineLane} from '@/sanity/projections/timelineLane'
import {across, narrowest, ToneBar} from './Picture'
import {textWidth} from './wrapText'

interface TimelineBarsProps {
  layout: TimelineLayout
  periods: readonly string[]
}

/** Periods, lanes and bars of a timeline. */
export function TimelineBars({layout, periods}: TimelineBarsProps) {
  const {head, top, lanes, bottom} = layout
  return (
    <>
      {periods.map((period, index) => (
        // Periods may be nameless; their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <g key={index}>
          {index > 0 && (
            <line
              data-part="faint"
              x1={across(index / periods.length)}
              x2={across(index / periods.length)}
              y1={head?.rule ?? top}
              y2={bottom}
            />
          )}
          {head && period && (
            <text
              data-part="label"
              x={across((index + 0.5) / periods.length)}
              y={head.names}
              dy="0.36em"
              textAnchor="middle"
            >
              {period}
            </text>
          )}
        </g>
      ))}
      {head && <line x1="0" x2="100%" y1={head.rule} y2={head.rule} />}
      {lanes.map(({key, label, y, barY, bars}) => (
        <g key={key}>
          <text data-part="strong" x="0" y={y + 8} dx="2" dy="0.36em">
            {label}
          </text>
          {bars.map((bar) => (
            <Bar key={bar.key} bar={bar} y={barY} />
          ))}
        </g>
      ))}
    </>
  )
}

function Bar({bar, y}: {bar: PlacedBar; y: number}) {
  const {from, to, tone, baseline, label} = bar
  return (
    <>
      {baseline && (
        <rect
          data-part="dashed"
          x={across(baseline.from)}
          y={y - 8}
          width={across(baseline.to - baseline.from)}
          height="6"
        />
      )}
      <ToneBar x={across(from)} y={y} width={across(to - from)} height={barHeight} tone={tone}>
        {label?.narrow === label?.wide ? (
          <Label bar={bar} y={y} width="wide" />
        ) : (
          <>
            <Label bar={bar} y={y} width="narrow" only />
            <Label bar={bar} y={y} width="wide" only />
          </>
        )}
      </ToneBar>
    </>
  )
}

interface LabelProps {
  bar: PlacedBar
  y: number
  width: 'narrow' | 'wide'
  /** Only for this width; at the other the label stands elsewhere or nowhere. */
  only?: boolean
}

function Label({bar: {from, to, label}, y, width, only = false}: LabelProps) {
  const at = label?.[width]
  if (!at) return null
  return (
    <text
      data-part={at === 'inside' ? 'onBar' : 'label'}
      data-in={only ? width : undefined}
      x={across({inside: (from + to) / 2, after: to, before: from}[at])}
      y={y + barHeight / 2}
      dx={{inside: undefined, after: 5, before: -5}[at]}
      dy="0.36em"
      textAnchor={({inside: 'middle', after: 'start', before: 'end'} as const)[at]}
    >
      {label.text}
    </text>
  )
}

type Item = TimelineLane['items'][number]
type Tone = Item['tone']
type LabelPlace = 'inside' | 'after' | 'before'

interface PlacedBar {
  key: string
  from: number
  to: number
  tone: Tone
  /** The item's place in the baseline. */
  baseline: {from: number; to: number} | undefined
  /** The label's place in a narrow and in a wide picture, if it fits. */
  label: {text: string; narrow: LabelPlace | undefined; wide: LabelPlace | undefined} | undefined
}

interface PlacedLane {
  key: string
  label: string
  y: number
  barY: number
  bars: PlacedBar[]
}

interface TimelineLayout {
  /** y of the period names and of the rule below; undefined without names. */
  head: {names: number; rule: number} | undefined
  top: number
  lanes: PlacedLane[]
  bottom: number
}

const barHeight = 22
const headHeight = 26
const room = 12
/** `wide` applies from 36rem, see Picture.module.css: the room within a screen's window. */
const widths = {narrow: {picture: narrowest, letter: 12}, wide: {picture: 530, letter: 12}}

/** Lays out a timeline: x in parts of the width, y in pixels from `y`. */
export function layoutTimeline(lanes: readonly TimelineLane[], periods: readonly string[], y: number): TimelineLayout {
  const head = periods.some(textWidth) ? {names: y + 8, rule: y + 18} : undefined
  const top = head ? y + headHeight : y
  let bottom = top
  const placed = lanes.map(({_key, label, items}) => {
    const hasBaseline = items.some(({baselineFrom}) => baselineFrom)
    const barY = bottom + 20 + (hasBaseline ? 10 : 0)
    const lane = {key: _key, label, y: bottom, barY, bars: placeBars(items, periods.length)}
    bottom = barY + barHeight + 14
    return lane
  })
  return {head, top, lanes: placed, bottom}
}

function placeBars(items: readonly Item[], periods: number): PlacedBar[] {
  const spans = items.map(({from, to}) => spanOf(from, to, periods))
  return items.map(({_key, label, tone, baselineFrom, baselineTo}, index) => {
    const span = spans[index] ?? {from: 0, to: 0}
    const free = {before: spans[index - 1]?.to ?? 0, after: spans[index + 1]?.from ?? 1}
    return {
      key: _key,
      ...span,
      tone,
      baseline: baselineFrom && baselineTo ? spanOf(baselineFrom, baselineTo, periods) : undefined,
      label: label
        ? {text: label, narrow: placeLabel(label, 'narrow', span, free), wide: placeLabel(label, 'wide', span, free)}
        : undefined,
    }
  })
}

/** Ends are counted from one, inclusive, and clamped to the periods. */
function spanOf(from: number, to: number, periods: number) {
  const start = Math.min(Math.max((from - 1) / periods, 0), 1)
  return {from: start, to: Math.min(Math.max(to / periods, start), 1)}
}

/** Inside the bar if it fits, else beside it, else only in the alternative text. */
function placeLabel(
  text: string,
  width: keyof typeof widths,
  {from, to}: {from: number; to: number},
  free: {before: number; after: number},
): LabelPlace | undefined {
  const {picture, letter} = widths[width]
  const needed = (textWidth(text) * letter + room) / picture
  if (to - from >= needed) return 'inside'
  if (free.after - to >= needed) return 'after'
  if (from - free.before >= needed) return 'before'
  return undefined
}
