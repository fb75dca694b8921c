import type {LakeDocument} from '../types.ts'
import {changedKeys} from './changedKeys.ts'
import {isWide} from './matchTerms.ts'
import {Postings} from './Postings.ts'
import {intersection, union} from './slotSets.ts'
import {pairsOf, type TextEntries, textEntriesOf} from './textEntries.ts'
import {WordIndex} from './WordIndex.ts'

const DATA_URL = 'dataUrl'
const NOTHING: TextEntries = {words: new Set(), pairs: new Set(), hasDataUrl: false}
const PIECES = /[*.]+/

/**
 * Where a `match` can succeed: a word index for what is written with spaces, and pairs of characters for Chinese, where
 * a token is a sentence. It may name a document too many, never one too few; `match` itself decides.
 */
export class TextIndex {
  readonly #words = new WordIndex()
  readonly #pairs = new Postings()
  readonly #others = new Postings()

  /** An edit mostly leaves the text as it was, and never needs more than the difference. */
  update(before: LakeDocument | undefined, after: LakeDocument | null, slot: number): void {
    const old = before ? textEntriesOf(before) : NOTHING
    const now = after ? textEntriesOf(after) : NOTHING
    const words = changedKeys(old.words, now.words)
    for (const word of words.gone) this.#words.delete(word, slot)
    for (const word of words.added) this.#words.add(word, slot)
    const pairs = changedKeys(old.pairs, now.pairs)
    for (const pair of pairs.gone) this.#pairs.delete(pair, slot)
    for (const pair of pairs.added) this.#pairs.add(pair, slot)
    if (old.hasDataUrl) this.#others.delete(DATA_URL, slot)
    if (now.hasDataUrl) this.#others.add(DATA_URL, slot)
  }

  /** The documents that may have a token like this folded term; undefined when that says nothing. */
  find(term: string, slotCount: number): readonly number[] | undefined {
    const pieces = term.split(PIECES).filter(Boolean)
    if (pieces.length === 0) return undefined
    const isPattern = PIECES.test(term)
    if (isWide(term)) return this.#withPieces(pieces, slotCount)
    if (!isPattern) return this.#words.whole(term)
    return union([this.#words.like(term, slotCount), this.#withPieces(pieces, slotCount)], slotCount)
  }

  /** The documents with text of which it is not known what it says. */
  get unknown(): readonly number[] {
    return this.#others.get(DATA_URL)
  }

  #withPieces(pieces: string[], slotCount: number): readonly number[] {
    const keys = new Set(pieces.flatMap(pairsOf))
    return intersection(
      Array.from(keys, (key) => this.#pairs.get(key)),
      slotCount,
    )
  }
}
