import {isObject} from '../../lib/json.ts'
import {type Locale, locales} from '../../lib/locales.ts'
import {figureBlocks} from '../blocks/index.ts'
import {claimTokens} from '../claims/claimSentence.ts'
import {findNumbers} from '../claims/findNumbers.ts'
import {hasText} from '../hasText.ts'
import {isLocaleObject} from '../presentContent.ts'
import {type ContentDocument, objectsIn} from './contentDocuments.ts'
import {asRead} from './controls.ts'
import {hasPlaceholder} from './placeholders.ts'

/** Returns a moment's date in China, `2027-06-30`. Claims expire by it, as the company is there. */
export function dateInChina(moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', {timeZone: 'Asia/Shanghai'}).format(moment)
}

interface ClaimEvidence {
  source?: unknown
  owner?: unknown
  expiryDate?: unknown
  [field: string]: unknown
}

/** Returns whether a claim's expiry date has passed. The claim still holds on that date itself. */
export function isExpired({expiryDate}: ClaimEvidence, today: string): boolean {
  return isBefore(expiryDate, today)
}

/** How, on whom and when a figure was measured. */
export const proofFields = ['method', 'sample', 'measured'] as const

/** Returns which evidence a claim lacks: a blank field or a placeholder counts as missing. */
export function missingEvidence(claim: ClaimEvidence): ('source' | 'owner')[] {
  return (['source', 'owner'] as const).filter((field) => {
    const text = claim[field]
    return typeof text !== 'string' || !hasText(text) || hasPlaceholder(text)
  })
}

function isBefore(date: unknown, today: string): boolean {
  return typeof date === 'string' && date !== '' && date < today
}

type Texts = Record<Locale, string>

/** A complete claim, which other texts are compared with. */
export interface ComparableClaim {
  id: string
  figure: number
  unit: Texts
  statement: Texts
}

/** A number typed into a text that should quote a claim instead. */
interface TypedClaim {
  path: string
  /** The number as typed, with its unit. */
  typed: string
  claim: string
  /** It equals the claim's figure; otherwise the text contradicts the claim. */
  isEqual: boolean
}

/** Returns the claims that have a figure, in a form to compare texts with. */
export function comparableClaims(claims: readonly ContentDocument[]): ComparableClaim[] {
  return claims.flatMap(({_id: id, figure, unit, statement}) =>
    typeof figure === 'number' ? [{id, figure, unit: textsOf(unit), statement: textsOf(statement)}] : [],
  )
}

function textsOf(value: unknown): Texts {
  const text = (half: unknown) => (typeof half === 'string' ? half : '')
  return isObject(value) ? {zh: text(value.zh), en: text(value.en)} : {zh: '', en: ''}
}

/**
 * Returns numbers in a document's texts that repeat or contradict a claim: a percentage equal to a claim's, or a number
 * with a claim's unit in a sentence that shares words with the claim's. Skips drawings, which hold example data.
 */
export function typedClaims(document: ContentDocument, claims: readonly ComparableClaim[]): TypedClaim[] {
  const drawn = objectsIn(document).flatMap(({path, value}) => (figureBlocks.has(value._type) ? [path] : []))
  return objectsIn(document)
    .filter(({path, value}) => isLocaleObject(value) && !drawn.some((drawing) => path.startsWith(`${drawing}.`)))
    .flatMap(({path, value}) =>
      locales.flatMap((locale) =>
        textsIn(value[locale])
          .flatMap((text) => typedIn(text, claims, locale))
          .map((found) => ({path: `${path}.${locale}`, ...found})),
      ),
    )
}

/** Returns texts other than claims' statements that hold a token: visitors would see the token itself. */
export function strayTokens(document: ContentDocument): {path: string; token: string}[] {
  return objectsIn(document)
    .filter(({path, value}) => isLocaleObject(value) && !(document._type === 'claim' && path === 'statement'))
    .flatMap(({path, value}) =>
      locales.flatMap((locale) => {
        const texts = textsIn(value[locale]).map(asRead)
        const token = claimTokens.find((token) => texts.some((text) => text.includes(token)))
        return token ? [{path: `${path}.${locale}`, token}] : []
      }),
    )
}

/** Plain text, or the paragraphs of formatted text with U+FFFC where they quote a claim. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((block) =>
    isObject(block) && Array.isArray(block.children)
      ? block.children
          .map((child) => (isObject(child) && typeof child.text === 'string' ? child.text : '\ufffc'))
          .join('')
      : [],
  )
}

function typedIn(text: string, claims: readonly ComparableClaim[], locale: keyof Texts): Omit<TypedClaim, 'path'>[] {
  const found = new Map<number, Omit<TypedClaim, 'path'> & {score: number}>()
  const numbers = new Map(claims.map(({unit}) => [unit[locale], findNumbers(text, unit[locale])]))
  for (const {id, figure, unit, statement} of claims) {
    if (unit[locale] === '') continue
    for (const {value, start, end, hasUnit, isPercent, isSpelled} of numbers.get(unit[locale]) ?? []) {
      const isYear = unit[locale] === '年' && value > 1900
      const isEqual = value === figure
      // 一个不留 and “one defect” mostly do not count.
      const isArticle = isSpelled && value === 1 && !isEqual && !isPercent
      if (!hasUnit || isYear || isArticle) continue
      const sharesWords = shareWords(asRead(sentenceAt(text, start)), asRead(statement[locale]))
      if (!sharesWords && !(isEqual && isPercent)) continue
      // Several claims may share a unit: the best match is reported.
      const score = Number(sharesWords) + 2 * Number(isEqual)
      if ((found.get(start)?.score ?? 0) >= score) continue
      found.set(start, {typed: text.slice(start, end), claim: id, isEqual, score})
    }
  }
  return [...found.values()].map(({typed, claim, isEqual}) => ({typed, claim, isEqual}))
}

function sentenceAt(text: string, position: number): string {
  const before =
    text
      .slice(0, position)
      .split(/[。！？；!?;\n]|\.\s/)
      .at(-1) ?? ''
  const after = text.slice(position).split(/[。！？；!?;\n]|\.(?:\s|$)/)[0] ?? ''
  return before + after
}

/** Heuristic for the same subject: three Chinese characters in a row, one long English word, or two shorter ones. */
function shareWords(sentence: string, statement: string): boolean {
  if (chineseTriples(statement).some((triple) => sentence.includes(triple))) return true
  const words = new Set(englishWords(statement))
  const shared = englishWords(sentence).filter((word) => words.has(word))
  return shared.some((word) => word.length > 7) || new Set(shared).size > 1
}

function chineseTriples(text: string): string[] {
  // “Or above” says nothing of the subject.
  const runs = text.replace(/及?以[上下]/g, ' ').match(/\p{Script=Han}{3,}/gu) ?? []
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
