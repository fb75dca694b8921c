import type {Claim} from '@/sanity/projections/claim'

/** A measured bar in parts of its scale: what is filled, what is only bounded, and where the limit stands. */
export interface Gauge {
  ticks: number
  /** Solid part, from 0 to 1. */
  filled: [number, number]
  /** Hatched part: the allowed range, or what was saved. */
  hatched?: [number, number]
  limit: number
}

/** Measures a claim on a scale: percentages from 0 to 100, counts by one tick each. */
export function gaugeOf({figure, comparator, unit}: Pick<Claim, 'figure' | 'comparator' | 'unit'>): Gauge {
  const percent = unit.trim().startsWith('%')
  const ticks = percent ? 20 : Math.max(Math.ceil(figure * (comparator === 'exactly' ? 1 : 1.6)), 1)
  const value = Math.min(Math.max(percent ? figure / 100 : figure / ticks, 0), 1)
  switch (comparator) {
    case 'exactly':
      return {ticks, filled: [0, value], limit: value}
    case 'moreThan':
      return {ticks, filled: [0, value], hatched: [value, 1], limit: value}
    case 'atLeast':
      return {ticks, filled: [0, value], hatched: [value, 1], limit: value}
    case 'atMost':
      return {ticks, filled: [0, 0], hatched: [0, value], limit: value}
    case 'lessBy':
      return {ticks, filled: [0, 1 - value], hatched: [1 - value, 1], limit: 1 - value}
  }
}
