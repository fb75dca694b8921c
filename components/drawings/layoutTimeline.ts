import type {TimelineLane} from '@/sanity/projections/timelineLane'
import {narrowest} from './Picture'
import {textWidth} from './wrapText'

type Item = TimelineLane['items'][number]
type Tone = Item['tone']

export interface PlacedBar {
  key: string
  from: number
  to: number
  tone: Tone
  /** Where the item stands in the baseline. */
  baseline: {from: number; to: number} | undefined
  label: {text: string; at: 'inside' | 'after' | 'before'} | undefined
}

export interface PlacedLane {
  key: string
  label: string
  y: number
  barY: number
  bars: PlacedBar[]
}

export interface TimelineLayout {
  lanes: PlacedLane[]
  /** Where the lanes end. */
  bottom: number
}

export const barHeight = 22
const letter = 11
const room = 12

/** Places the bars of a timeline: across in parts of the whole, down in pixels from `top`. */
export function layoutTimeline(lanes: readonly TimelineLane[], periods: number, top: number): TimelineLayout {
  let y = top
  const placed = lanes.map(({_key, label, items}) => {
    const hasBaseline = items.some(({baselineFrom}) => baselineFrom)
    const barY = y + 20 + (hasBaseline ? 10 : 0)
    const lane = {key: _key, label, y, barY, bars: placeBars(items, periods)}
    y = barY + barHeight + 14
    return lane
  })
  return {lanes: placed, bottom: y}
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
      label: label ? placeLabel(label, span, free) : undefined,
    }
  })
}

/** Both ends are counted from one and included; what lies outside the periods is cut off. */
function spanOf(from: number, to: number, periods: number) {
  const start = Math.min(Math.max((from - 1) / periods, 0), 1)
  return {from: start, to: Math.min(Math.max(to / periods, start), 1)}
}

/** A label stands in its bar if a phone has room for it there, else beside it, else it is left to the alternative text. */
function placeLabel(
  text: string,
  {from, to}: {from: number; to: number},
  free: {before: number; after: number},
): PlacedBar['label'] {
  const needed = (textWidth(text) * letter + room) / narrowest
  if (to - from >= needed) return {text, at: 'inside'}
  if (free.after - to >= needed) return {text, at: 'after'}
  if (from - free.before >= needed) return {text, at: 'before'}
  return undefined
}
