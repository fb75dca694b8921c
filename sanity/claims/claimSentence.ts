import {stegaClean} from '@sanity/client/stega'
import {isObject} from '../../lib/json.ts'
import {firstText} from '../hasText.ts'

/**
 * Tokens in a claim's statement, so that it follows when the figure changes: `{figure}` is the number with its unit,
 * `{number}` the number alone.
 */
export const claimTokens = ['{figure}', '{number}'] as const

export interface Quantity {
  figure: number
  unit: string
}

const numbers = new Intl.NumberFormat('en', {
  maximumFractionDigits: 10,
  useGrouping: 'min2',
  signDisplay: 'negative',
})

/** Formats a figure, the same in both languages: `99`, `99.5`, `10,000`. */
export function formatFigure(figure: number): string {
  return numbers.format(figure)
}

/** Why visitors could not read a claim's figure at a glance, or would not believe it. */
export type FigureProblem = 'negative' | 'long' | 'beyondAll'

/** With its point and comma: `999,999`, `0.12345`. */
const longestFigure = 7

export function isPercent(unit: unknown): boolean {
  return typeof unit === 'string' && /^\s*[%％]/.test(unit)
}

/** Returns what is wrong with a claim's figure by itself. A comparison says which way it goes, so that it is never negative. */
export function figureProblem({figure, comparator, unit}: Record<string, unknown>): FigureProblem | undefined {
  if (typeof figure !== 'number') return undefined
  if (figure < 0) return 'negative'
  if (formatFigure(figure).length > longestFigure) return 'long'
  const isShare = isObject(unit) && Object.values(unit).some(isPercent)
  return comparator === 'lessBy' && isShare && figure > 100 ? 'beyondAll' : undefined
}

/** Formats a figure with its unit: symbols without a space, words after a non-breaking one: `99%`, `10 years`. */
export function figureWithUnit({figure, unit}: Quantity): string {
  const number = formatFigure(figure)
  const word = stegaClean(unit).trim()
  if (word === '') return number
  return /^[\p{L}\p{N}]/u.test(word) ? `${number}\u00a0${word}` : `${number}${word}`
}

/**
 * Replaces the tokens of a statement.
 *
 * @example fillStatement('A {figure} favourable rate.', {figure: 99, unit: '%'}) // 'A 99% favourable rate.'
 */
export function fillStatement(statement: string, quantity: Quantity): string {
  return statement
    .replaceAll('{figure}', () => figureWithUnit(quantity))
    .replaceAll('{number}', () => formatFigure(quantity.figure))
}

/**
 * Replaces the tokens in the statement of a queried claim. Each language gets its own unit: where English is missing, the
 * Chinese sentence that is shown instead must not get an English unit.
 */
export function withFilledStatement(claim: Record<string, unknown>): Record<string, unknown> {
  const {figure, unit, statement} = claim
  if (typeof figure !== 'number' || !isObject(statement)) return claim
  const units = isObject(unit) ? unit : {}
  const filled = Object.entries(statement).map(([locale, text]) => [
    locale,
    typeof text === 'string' && locale !== '_type'
      ? fillStatement(text, {figure, unit: firstText(units[locale], units.zh) ?? ''})
      : text,
  ])
  return {...claim, statement: Object.fromEntries(filled)}
}
