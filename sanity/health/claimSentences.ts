import {isObject} from '../../lib/json.ts'
import {claimTokens, figureWithUnit} from '../claims/claimSentence.ts'
import {findNumbers, type TypedNumber} from '../claims/findNumbers.ts'
import {firstText, hasText} from '../hasText.ts'
import {asRead} from './controls.ts'
import {hasPlaceholder} from './placeholders.ts'

/** A contradiction between a claim's statement and its figure. */
export interface SentenceProblem {
  kind: /** Something in braces that is not a token. */
    | 'unknownToken'
    /** The figure is typed instead of a token. */
    | 'typedFigure'
    /** A unit is typed after a token that includes it. */
    | 'doubledUnit'
    /** The words beside the token contradict the claim's comparator. */
    | 'otherComparison'
    /** Another number with the same unit. */
    | 'otherFigure'
    /** The figure is missing. */
    | 'noFigure'
  severity: 'error' | 'warning'
  path: 'statement.zh' | 'statement.en'
  /** The text in question. */
  detail: string
}

/** Text in braces, and unmatched braces; full-width ones as well. */
const braced = /[{｛][^{}｛｝]*[}｝]|[{}｛｝]/g

/** Returns what contradicts a claim's figure in its statement, or would once the figure changes. */
export function sentenceProblems(claim: Record<string, unknown>): SentenceProblem[] {
  const {figure, comparator, unit, statement} = claim
  if (typeof figure !== 'number' || !isObject(statement)) return []
  const units = isObject(unit) ? unit : {}
  return (['zh', 'en'] as const).flatMap((locale) => {
    const text = statement[locale]
    if (typeof text !== 'string' || !hasText(text)) return []
    const quantity = {figure, unit: firstText(units[locale], units.zh) ?? ''}
    return problemsOf(text, quantity, comparator).map((problem) => ({...problem, path: `statement.${locale}` as const}))
  })
}

function problemsOf(text: string, quantity: {figure: number; unit: string}, comparator: unknown) {
  const problems: Omit<SentenceProblem, 'path'>[] = []
  const add = (kind: SentenceProblem['kind'], severity: SentenceProblem['severity'], detail: string) =>
    problems.push({kind, severity, detail})
  const tokens = [...text.matchAll(braced)].filter(({0: token}) => isToken(token))
  for (const {0: token} of text.matchAll(braced)) if (!isToken(token)) add('unknownToken', 'error', token)

  // Numbers next to a token are reported with the token.
  const typed = findNumbers(maskTokens(text), quantity.unit).filter(
    ({start, numberEnd}) => !/[}][.,]?$/.test(text.slice(0, start)) && !/^[.,]?[{]/.test(text.slice(numberEnd)),
  )
  const textOf = ({start, end}: TypedNumber) => text.slice(start, end)
  for (const number of typed) {
    const isEqual = number.value === quantity.figure
    if (tokens.length === 0 || (isEqual && !number.isSpelled)) add('typedFigure', 'error', textOf(number))
    else if (isEqual) add('typedFigure', 'warning', textOf(number))
    else if (number.hasUnit) add('otherFigure', 'warning', textOf(number))
  }
  if (tokens.length === 0 && problems.length === 0 && !hasPlaceholder(text)) add('noFigure', 'warning', '')

  for (const {0: token, index} of tokens) {
    const before = asRead(text.slice(0, index))
    const after = asRead(text.slice(index + token.length))
    const adjacent = /[\p{N}}][.,]?$/u.exec(before) ?? /^[.,]?\p{N}/u.exec(after)
    if (adjacent) add('typedFigure', 'error', adjacent[0])
    const unit = repeatedUnit(token, after, quantity)
    if (unit) add('doubledUnit', 'error', `${token}${unit}`)
    const comparison = contradictingComparison(before, after, comparator)
    if (comparison) add('otherComparison', 'error', comparison)
  }
  return problems
}

function isToken(text: string): boolean {
  return claimTokens.some((token) => token === text)
}

/** Replaces tokens by U+FFFC, character by character: positions stay valid. */
function maskTokens(text: string): string {
  return text.replace(braced, (token) => '\ufffc'.repeat(token.length))
}

/** The unit typed after a token that includes it, or a percent sign after a figure in another unit. */
function repeatedUnit(
  token: string,
  after: string,
  {figure, unit}: {figure: number; unit: string},
): string | undefined {
  const [number] = findNumbers(`${figure}${after}`, unit)
  if (!number || number.start > 0) return undefined
  const typed = after.slice(0, number.end - number.numberEnd)
  const isRepeated = token === '{figure}' ? number.hasUnit || number.isPercent : number.isPercent && !number.hasUnit
  return isRepeated ? typed : undefined
}

interface Comparison {
  comparators: readonly string[]
  before: RegExp
  after: RegExp
}

const comparisons: readonly Comparison[] = [
  {
    comparators: ['atLeast'],
    before: /(?:至少|最少|起码|不少于|不低于|不小于|[≥≧⩾]|at least|(?:no|not) (?:less|fewer) than|a minimum of)$/i,
    after: /^(?:or more|and more)\b/i,
  },
  {
    comparators: ['atMost'],
    before: /(?:至多|最多|不多于|不超过|不高于|不大于|[≤≦⩽]|at most|(?:no|not) more than|a maximum of)$/i,
    after: /^(?:以内|以下|及以下|or less|or fewer)/i,
  },
  {
    comparators: ['moreThan'],
    before: /(?:(?<!不)(?:超过|多于|高于|大于)|[>＞]|(?<!(?:no|not) )more than)$/i,
    after: /^(?:\+|＋|多(?=[年个家项]))/,
  },
  {comparators: ['moreThan', 'atLeast'], before: /(?!)/, after: /^及?以上/},
]

/** Words that contradict the comparator, such as “at least” with ≤. `lessBy` goes with any. */
function contradictingComparison(before: string, after: string, comparator: unknown): string | undefined {
  if (comparator === 'lessBy' || typeof comparator !== 'string') return undefined
  for (const {comparators, before: ahead, after: behind} of comparisons) {
    const words = ahead.exec(before.trimEnd()) ?? behind.exec(after.trimStart())
    if (words && !comparators.includes(comparator)) return words[0]
  }
  return undefined
}

/**
 * Replaces the typed figure by a token. Undefined if it is ambiguous which number is meant.
 *
 * @param options.allowOtherValue also replaces a number with the claim's unit and another value: only where somebody
 * sees the result
 */
export function replaceTypedFigure(
  text: string,
  quantity: {figure: number; unit: string},
  {allowOtherValue = false} = {},
): string | undefined {
  if (maskTokens(text) !== text) return undefined
  const typed = findNumbers(text, quantity.unit)
  const candidates = [
    typed.filter(({value, hasUnit}) => value === quantity.figure && hasUnit),
    typed.filter(({value}) => value === quantity.figure),
    typed.filter(({hasUnit}) => allowOtherValue && hasUnit),
  ]
  const found = candidates.find((list) => list.length > 0)
  const [number] = found ?? []
  if (!number || found?.length !== 1) return undefined
  // An adjective keeps its form of the unit: a 10-year record.
  const isWhole = number.hasUnit && sameUnit(text.slice(number.start, number.end), quantity)
  return `${text.slice(0, number.start)}${isWhole ? '{figure}' : '{number}'}${text.slice(isWhole ? number.end : number.numberEnd)}`
}

/** Whether the typed figure has the claim's unit in the same form, blanks aside. */
function sameUnit(typed: string, quantity: {figure: number; unit: string}): boolean {
  const unit = figureWithUnit(quantity).replace(/^[\d.,-]+\s*/, '')
  return typed.normalize('NFKC').toLowerCase().replace(/半$/, '').endsWith(unit.toLowerCase()) && !/\d-/.test(typed)
}
