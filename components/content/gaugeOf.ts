import type {Claim} from '@/sanity/projections/claim'

/** How a claim's figure is drawn: each kind of figure has a picture that fits no other. */
export type Gauge =
  /** Two bars: without, and with what was saved taken off. `rest` is the part that is left, from 0 to 1. */
  | {kind: 'bars'; rest: number}
  /** A hundred dots, of which so many count. */
  | {kind: 'dots'; filled: number}
  /** A dial from nothing to all with its limit, and the side of it on which the value may be. */
  | {kind: 'dial'; limit: number; allowed: 'above' | 'below'}
  /** Places for at most so many, and a few beyond the limit that are barred. */
  | {kind: 'slots'; count: number}
  /** A ruler of so many units, open at its end where there are more. */
  | {kind: 'ruler'; count: number; open: boolean}

const mostSlots = 8
const mostUnits = 12

/** Chooses the gauge of a claim. Figures come from editors: what lies outside a scale is brought back onto it. */
export function gaugeOf({figure, comparator, unit}: Pick<Claim, 'figure' | 'comparator' | 'unit'>): Gauge {
  if (unit.trim().startsWith('%')) {
    const part = Math.min(Math.max(figure / 100, 0), 1)
    switch (comparator) {
      case 'lessBy':
        return {kind: 'bars', rest: 1 - part}
      case 'exactly':
        return {kind: 'dots', filled: Math.round(part * 100)}
      case 'atMost':
        return {kind: 'dial', limit: part, allowed: 'below'}
      case 'atLeast':
      case 'moreThan':
        return {kind: 'dial', limit: part, allowed: 'above'}
    }
  }
  const count = Math.max(Math.round(figure), 0)
  if (comparator === 'atMost' && count <= mostSlots) return {kind: 'slots', count}
  return {kind: 'ruler', count: Math.min(count, mostUnits), open: comparator !== 'exactly' || count > mostUnits}
}
