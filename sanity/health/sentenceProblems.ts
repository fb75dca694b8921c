import {claimTokens, figureWithUnit} from '../claims/claimSentence.ts'
import {numbersIn, type TypedNumber} from '../claims/numbersIn.ts'
import {isObject} from './objectsIn.ts'
import {hasPlaceholder} from './placeholdersLeft.ts'

/** A way in which a claim's sentence may say something else than its figure. */
export interface SentenceProblem {
  kind: /** It holds something in braces that is no token. */
    | 'unknownToken'
    /** Its figure is typed by hand. */
    | 'typedFigure'
    /** What stands beside the token says the unit again, or another one. */
    | 'doubledUnit'
    /** The words beside the token compare otherwise than the claim does. */
    | 'otherComparison'
    /** A number with the same unit stands beside the token. */
    | 'otherFigure'
    /** It does not mention the figure at all. */
    | 'noFigure'
  severity: 'error' | 'warning'
  path: 'statement.zh' | 'statement.en'
  /** The words that it is about. */
  detail: string
}

/** Everything in braces, and braces that are alone: full-width ones, too. */
const braced = /[{｛][^{}｛｝]*[}｝]|[{}｛｝]/g

/** Looks for what contradicts a claim's figure in its sentences, or would once the figure is changed. */
export function sentenceProblems(claim: Record<string, unknown>): SentenceProblem[] {
  const {figure, comparator, unit, statement} = claim
  if (typeof figure !== 'number' || !isObject(statement)) return []
  const units = isObject(unit) ? unit : {}
  return (['zh', 'en'] as const).flatMap((locale) => {
    const text = statement[locale]
    if (typeof text !== 'string' || text.trim() === '') return []
    const own = [units[locale], units.zh].find((word) => typeof word === 'string' && word !== '')
    const quantity = {figure, unit: typeof own === 'string' ? own : ''}
    return problemsOf(text, quantity, comparator).map((problem) => ({...problem, path: `statement.${locale}` as const}))
  })
}

function problemsOf(text: string, quantity: {figure: number; unit: string}, comparator: unknown) {
  const problems: Omit<SentenceProblem, 'path'>[] = []
  const add = (kind: SentenceProblem['kind'], severity: SentenceProblem['severity'], detail: string) =>
    problems.push({kind, severity, detail})
  const tokens = [...text.matchAll(braced)].filter(({0: token}) => isToken(token))
  for (const {0: token} of text.matchAll(braced)) if (!isToken(token)) add('unknownToken', 'error', token)

  // What touches a token is reported with it.
  const typed = numbersIn(withoutTokens(text), quantity.unit).filter(
    ({start, numberEnd}) => !/[}][.,]?$/.test(text.slice(0, start)) && !/^[.,]?[{]/.test(text.slice(numberEnd)),
  )
  const wordsOf = ({start, end}: TypedNumber) => text.slice(start, end)
  for (const number of typed) {
    const isEqual = number.value === quantity.figure
    if (tokens.length === 0 || (isEqual && !number.isSpelled)) add('typedFigure', 'error', wordsOf(number))
    else if (isEqual) add('typedFigure', 'warning', wordsOf(number))
    else if (number.hasUnit) add('otherFigure', 'warning', wordsOf(number))
  }
  if (tokens.length === 0 && problems.length === 0 && !hasPlaceholder(text)) add('noFigure', 'warning', '')

  for (const {0: token, index} of tokens) {
    const before = text.slice(0, index)
    const after = text.slice(index + token.length)
    const glued = /[\p{N}}][.,]?$/u.exec(before) ?? /^[.,]?\p{N}/u.exec(after)
    if (glued) add('typedFigure', 'error', glued[0])
    const doubled = unitAfter(token, after, quantity)
    if (doubled) add('doubledUnit', 'error', `${token}${doubled}`)
    const words = otherComparison(before, after, comparator)
    if (words) add('otherComparison', 'error', words)
  }
  return problems
}

function isToken(text: string): boolean {
  return claimTokens.some((token) => token === text)
}

/** The text with something in each token's place that is no number, so that all other places stay the same. */
function withoutTokens(text: string): string {
  return text.replace(braced, (token) => '\ufffc'.repeat(token.length))
}

/** The unit that somebody has typed behind a token that brings it, or a percent sign behind a number that is none. */
function unitAfter(token: string, after: string, {figure, unit}: {figure: number; unit: string}): string | undefined {
  const [number] = numbersIn(`${figure}${after}`, unit)
  if (!number || number.start > 0) return undefined
  const typed = after.slice(0, number.end - number.numberEnd)
  const doubles = token === '{figure}' ? number.hasUnit || number.isPercent : number.isPercent && !number.hasUnit
  return doubles ? typed : undefined
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

/** “At least” beside the figure of a claim that is shown with ≤. Less by something may be at least or at most that. */
function otherComparison(before: string, after: string, comparator: unknown): string | undefined {
  if (comparator === 'lessBy' || typeof comparator !== 'string') return undefined
  for (const {comparators, before: ahead, after: behind} of comparisons) {
    const words = ahead.exec(before.trimEnd()) ?? behind.exec(after.trimStart())
    if (words && !comparators.includes(comparator)) return words[0]
  }
  return undefined
}

/**
 * The sentence with a token in the place of the figure that was typed. Undefined where it is not plain which number is
 * meant. `mayDiffer`: a number with the claim's unit will do where none is its figure, for somebody who sees the result.
 */
export function tokenized(
  text: string,
  quantity: {figure: number; unit: string},
  {mayDiffer = false} = {},
): string | undefined {
  if (withoutTokens(text) !== text) return undefined
  const typed = numbersIn(text, quantity.unit)
  const candidates = [
    typed.filter(({value, hasUnit}) => value === quantity.figure && hasUnit),
    typed.filter(({value}) => value === quantity.figure),
    typed.filter(({hasUnit}) => mayDiffer && hasUnit),
  ]
  const found = candidates.find((list) => list.length > 0)
  const [number] = found ?? []
  if (!number || found?.length !== 1) return undefined
  // An adjective keeps its own form of the unit: a 10-year record.
  const isWhole = number.hasUnit && sameUnit(text.slice(number.start, number.end), quantity)
  return `${text.slice(0, number.start)}${isWhole ? '{figure}' : '{number}'}${text.slice(isWhole ? number.end : number.numberEnd)}`
}

/** Does the typed figure say its unit as the claim does, blanks aside? */
function sameUnit(typed: string, quantity: {figure: number; unit: string}): boolean {
  const unit = figureWithUnit(quantity).replace(/^[\d.,-]+\s*/, '')
  return typed.normalize('NFKC').toLowerCase().endsWith(unit.toLowerCase()) && !/\d-/.test(typed)
}
