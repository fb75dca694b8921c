import {claimTokens, figureWithUnit} from '../claims/claimSentence.ts'
import {numbersIn, type TypedNumber} from '../claims/numbersIn.ts'
import {type ContentDocument, isObject, objectsIn} from './documents.ts'
import {drawings} from './languages.ts'

/** The day of a moment where the company is, `2027-06-30`: a claim expires with the day in China. */
export function todayIn(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', {timeZone: 'Asia/Shanghai'}).format(moment)
}

/** What marks a fact that is still missing, in Chinese and in English. */
export const placeholderMarkers = ['【待填】', '[to be filled in]', '待填写', 'to be named'] as const

/** Does any text in this value still hold a placeholder? */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return placeholderMarkers.some((marker) => value.includes(marker))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasPlaceholder)
}

/** The paths of the texts of a document that still hold a placeholder. */
export function placeholdersLeft(document: unknown): string[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value)
      .filter(([, text]) => (typeof text === 'string' || isTextList(text)) && hasPlaceholder(text))
      .map(([field]) => (path ? `${path}.${field}` : field)),
  )
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'string')
}

/** What is known of a claim's evidence. */
interface ClaimEvidence {
  source?: unknown
  owner?: unknown
  reviewDate?: unknown
  expiryDate?: unknown
  [field: string]: unknown
}

export type ClaimState = 'proven' | 'reviewDue' | 'unproven' | 'expired'

/**
 * How well a claim is proven on a day (`2027-06-30`). Without a source and an owner it is not; a placeholder is neither.
 * It holds on the day of its expiry date, and no longer on the next.
 */
export function claimState(claim: ClaimEvidence, today: string): ClaimState {
  if (unprovenFields(claim).length > 0) return 'unproven'
  if (isBefore(claim.expiryDate, today)) return 'expired'
  return isBefore(claim.reviewDate, today) ? 'reviewDue' : 'proven'
}

/** Has a claim's expiry date passed, whatever else is missing? */
export function isExpired({expiryDate}: ClaimEvidence, today: string): boolean {
  return isBefore(expiryDate, today)
}

/** Which parts of its evidence a claim lacks. */
export function unprovenFields(claim: ClaimEvidence): ('source' | 'owner')[] {
  return (['source', 'owner'] as const).filter((field) => {
    const text = claim[field]
    return typeof text !== 'string' || text.trim() === '' || hasPlaceholder(text)
  })
}

function isBefore(date: unknown, today: string): boolean {
  return typeof date === 'string' && date !== '' && date < today
}

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

const locales = ['zh', 'en'] as const
type Words = Record<(typeof locales)[number], string>

/** What other texts are compared with. */
export interface KnownClaim {
  id: string
  figure: number
  unit: Words
  statement: Words
}

/** A claim's figure, or another one for the same thing, typed into a text that should quote it. */
interface TypedClaim {
  path: string
  words: string
  claim: string
  isEqual: boolean
}

/** The claims among these documents, as far as they are complete. */
export function knownClaims(claims: readonly ContentDocument[]): KnownClaim[] {
  return claims.flatMap(({_id: id, figure, unit, statement}) =>
    typeof figure === 'number' ? [{id, figure, unit: wordsOf(unit), statement: wordsOf(statement)}] : [],
  )
}

function wordsOf(value: unknown): Words {
  const text = (half: unknown) => (typeof half === 'string' ? half : '')
  return isObject(value) ? {zh: text(value.zh), en: text(value.en)} : {zh: '', en: ''}
}

/** Texts without any of these hold no number. */
const mayHoldNumber = /\p{N}|百分之|[一二三四五六七八九]成|[十百]|teen|ty|ten|hundred/iu

/**
 * Claims that a document's texts repeat or contradict by hand: a percentage that is a claim's, or a number with a
 * claim's unit in a sentence that shares words with the claim's. Drawings hold example data and are left out.
 */
export function typedClaims(document: ContentDocument, claims: readonly KnownClaim[]): TypedClaim[] {
  const drawn = objectsIn(document).flatMap(({path, value}) => (drawings.has(value._type) ? [path] : []))
  return objectsIn(document)
    .filter(({path, value}) => isLocale(value) && !drawn.some((drawing) => path.startsWith(`${drawing}.`)))
    .flatMap(({path, value}) =>
      locales.flatMap((locale) =>
        textsIn(value[locale])
          .filter((text) => mayHoldNumber.test(text))
          .flatMap((text) => typedIn(text, claims, locale))
          .map((typed) => ({path: `${path}.${locale}`, ...typed})),
      ),
    )
}

/** The texts besides a claim's sentences with a token in them, which visitors would read as it stands. */
export function strayTokens(document: ContentDocument): {path: string; token: string}[] {
  return objectsIn(document)
    .filter(({path, value}) => isLocale(value) && !(document._type === 'claim' && path === 'statement'))
    .flatMap(({path, value}) =>
      locales.flatMap((locale) => {
        const token = claimTokens.find((token) => textsIn(value[locale]).some((text) => text.includes(token)))
        return token ? [{path: `${path}.${locale}`, token}] : []
      }),
    )
}

function isLocale({_type}: Record<string, unknown>): boolean {
  return _type === 'localeString' || _type === 'localeText' || _type === 'localeBlocks'
}

/** A text, or each paragraph of formatted text with a gap where it quotes a claim. */
function textsIn(half: unknown): string[] {
  if (typeof half === 'string') return [half]
  if (!Array.isArray(half)) return []
  return half.flatMap((block) =>
    isObject(block) && Array.isArray(block.children)
      ? block.children
          .map((child) => (isObject(child) && typeof child.text === 'string' ? child.text : '\ufffc'))
          .join('')
      : [],
  )
}

function typedIn(text: string, claims: readonly KnownClaim[], locale: keyof Words): Omit<TypedClaim, 'path'>[] {
  const found = new Map<number, Omit<TypedClaim, 'path'> & {likeness: number}>()
  const numbers = new Map(claims.map(({unit}) => [unit[locale], numbersIn(text, unit[locale])]))
  for (const {id, figure, unit, statement} of claims) {
    if (unit[locale] === '') continue
    for (const {value, start, end, hasUnit, isPercent} of numbers.get(unit[locale]) ?? []) {
      const isYear = unit[locale] === '年' && value > 1900
      if (!hasUnit || isYear) continue
      const isEqual = value === figure
      const isAlike = shareWords(sentenceAt(text, start), statement[locale])
      if (!isAlike && !(isEqual && isPercent)) continue
      // Several claims may share a unit: the one that the sentence is most like is named.
      const likeness = Number(isAlike) + 2 * Number(isEqual)
      if ((found.get(start)?.likeness ?? 0) >= likeness) continue
      found.set(start, {words: text.slice(start, end), claim: id, isEqual, likeness})
    }
  }
  return [...found.values()].map(({words, claim, isEqual}) => ({words, claim, isEqual}))
}

function sentenceAt(text: string, place: number): string {
  const before =
    text
      .slice(0, place)
      .split(/[。！？；!?;\n]|\.\s/)
      .at(-1) ?? ''
  const after = text.slice(place).split(/[。！？；!?;\n]|\.(?:\s|$)/)[0] ?? ''
  return before + after
}

/** Three Chinese characters in a row, a long English word, or two of some length: enough to be about the same thing. */
function shareWords(sentence: string, statement: string): boolean {
  if (chineseTriples(statement).some((triple) => sentence.includes(triple))) return true
  const words = new Set(englishWords(statement))
  const shared = englishWords(sentence).filter((word) => words.has(word))
  return shared.some((word) => word.length > 7) || new Set(shared).size > 1
}

function chineseTriples(text: string): string[] {
  const runs = text.match(/\p{Script=Han}{3,}/gu) ?? []
  return runs.flatMap((run) => Array.from({length: run.length - 2}, (_, index) => run.slice(index, index + 3)))
}

function englishWords(text: string): string[] {
  const words: string[] =
    text
      .replace(/\{\w+\}/g, '')
      .toLowerCase()
      .match(/[a-z]{5,}/g) ?? []
  return words
}
