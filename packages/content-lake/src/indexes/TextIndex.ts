import {publishedIdOf} from '../documentIds.ts'
import {sizeOfDocument} from '../json.ts'
import type {LakeDocument} from '../types.ts'
import {eachToken, isLike, isWide, withWordsApart} from './matchTerms.ts'
import {intersection, Postings, union} from './Postings.ts'

const DATA_URL = 'dataUrl'
const LONG = 'long'
/** Characters of JSON. A commit waits until the texts of a document are indexed, before and after the change. */
const MAX_LENGTH = 128 * 1024
const noEntries = (): TextEntries => ({words: new Set(), pairs: new Set(), others: new Set()})
const NOTHING = noEntries()
const PIECES = /[*.]+/

/** Text index for `match`: words, and bigrams of Chinese. May find too much, never too little. */
export class TextIndex {
  readonly #words = new Postings()
  readonly #pairs = new Postings()
  readonly #others = new Postings()

  /** Updates only the difference: most edits leave the text unchanged. */
  update(before: LakeDocument | undefined, after: LakeDocument | null, slot: number): void {
    const old = before ? textEntriesOf(before) : NOTHING
    const now = after ? textEntriesOf(after) : NOTHING
    this.#words.update(old.words, now.words, slot)
    this.#pairs.update(old.pairs, now.pairs, slot)
    this.#others.update(old.others, now.others, slot)
  }

  /** Documents that may have a token like this folded term; undefined if the term selects nothing. */
  find(term: string, slotCount: number): readonly number[] | undefined {
    const pieces = term.split(PIECES).filter(Boolean)
    if (pieces.length === 0) return undefined
    const isPattern = PIECES.test(term)
    if (isWide(term)) return this.#withPieces(pieces, slotCount)
    if (!isPattern) return this.#words.get(term)
    const words = Array.from(this.#words.keys()).filter((word) => isLike(word, term))
    const lists = words.map((word) => this.#words.get(word))
    return union([...lists, this.#withPieces(pieces, slotCount)], slotCount)
  }

  /** Documents with texts that are left out: data URLs. */
  get unknown(): readonly number[] {
    return this.#others.get(DATA_URL)
  }

  /** Documents that are left out, as they are too long. */
  get long(): readonly number[] {
    return this.#others.get(LONG)
  }

  #withPieces(pieces: string[], slotCount: number): readonly number[] {
    const keys = new Set(pieces.flatMap(pairsOf))
    return intersection(
      Array.from(keys, (key) => this.#pairs.get(key)),
      slotCount,
    )
  }
}

interface TextEntries {
  words: Set<string>
  /** Characters and bigrams of other tokens. */
  pairs: Set<string>
  /** `DATA_URL` if it has some, which are not indexed; `LONG` if nothing of it is. */
  others: Set<string>
}

/** All strings of the content, as written and as searches read them, and both forms of the id. */
export function textEntriesOf(document: LakeDocument): TextEntries {
  const entries = noEntries()
  if (sizeOfDocument(document) > MAX_LENGTH) {
    entries.others.add(LONG)
    return entries
  }
  eachText(document, (text) => {
    if (isDataUrl(text)) entries.others.add(DATA_URL)
    else {
      addText(text, entries)
      const apart = withWordsApart(text)
      if (apart !== text) addText(apart, entries)
    }
  })
  addText(document._id, entries)
  addText(publishedIdOf(document._id), entries)
  return entries
}

/** Calls back with each text of the content: fields with a leading underscore are none. */
export function eachText(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (Array.isArray(value)) for (const item of value) eachText(item, visit)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) if (!key.startsWith('_')) eachText(item, visit)
  }
}

export const isDataUrl = (text: string): boolean => text.startsWith('data:')

function addText(text: string, {words, pairs}: TextEntries): void {
  for (const token of eachToken(text)) {
    if (isWide(token)) addPairs(token, pairs)
    else words.add(token)
  }
}

function addPairs(token: string, pairs: Set<string>): void {
  for (let index = 0; index < token.length; index += 1) {
    pairs.add(token.charAt(index))
    if (index > 0) pairs.add(token.slice(index - 1, index + 1))
  }
}

/** `试验室` → 试验, 验室; a single character stands for itself. */
function pairsOf(text: string): string[] {
  if (text.length < 2) return text ? [text] : []
  return Array.from({length: text.length - 1}, (_, index) => text.slice(index, index + 2))
}
