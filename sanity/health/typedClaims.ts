import {claimTokens} from '../claims/claimSentence.ts'
import {numbersIn} from '../claims/numbersIn.ts'
import type {ContentDocument} from './ContentDocument.ts'
import {drawings} from './missingAlternatives.ts'
import {isObject, objectsIn} from './objectsIn.ts'

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
export interface TypedClaim {
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
