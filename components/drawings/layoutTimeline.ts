import type {TimelineLane} from '@/sanity/projections/timelineLane'
import {narrowest} from './Picture'
import {textWidth} from './wrapText'

type Item = TimelineLane['items'][number]
type Tone = Item['tone']
type LabelPlace = 'inside' | 'after' | 'before'

export interface PlacedBar {
  key: string
  from: number
  to: number
  tone: Tone
  /** Where the item stands in the baseline. */
  baseline: {from: number; to: number} | undefined
  /** Where the label stands in a narrow and in a wide picture, if there is room for it. */
  label: {text: string; narrow: LabelPlace | undefined; wide: LabelPlace | undefined} | undefined
}

export interface PlacedLane {
  key: string
  label: string
  y: number
  barY: number
  bars: PlacedBar[]
}

export interface TimelineLayout {
  /** Heights of the periods' names and of the rule below them; periods without names have no head. */
  head: {names: number; rule: number} | undefined
  /** Where the lanes begin. */
  top: number
  lanes: PlacedLane[]
  /** Where the lanes end. */
  bottom: number
}

export const barHeight = 22
const headHeight = 26
const room = 12
/** `wide` holds from 36rem on, see Picture.module.css: that is what the window of a screen leaves of them. */
const widths = {narrow: {picture: narrowest, letter: 11}, wide: {picture: 530, letter: 12}}

/** Places a timeline: across in parts of the whole, down in pixels from `y`. */
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

/** Both ends are counted from one and included; what lies outside the periods is cut off. */
function spanOf(from: number, to: number, periods: number) {
  const start = Math.min(Math.max((from - 1) / periods, 0), 1)
  return {from: start, to: Math.min(Math.max(to / periods, start), 1)}
}

/** A label stands in its bar if there is room for it, else beside it, else it is left to the alternative text. */
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
