import {isLike} from './matchTerms.ts'
import {Postings} from './Postings.ts'
import {union} from './slotSets.ts'

const PREFIX_LENGTH = 2

/** Words without spaces or Chinese in them, to be found whole, by their beginning, or by a pattern. */
export class WordIndex {
  readonly #postings = new Postings()
  /** The known words by how they begin, so that a search as somebody types looks at few of them. */
  readonly #beginnings = new Map<string, Set<string>>()

  add(word: string, slot: number): void {
    if (!this.#postings.add(word, slot)) return
    const beginning = word.slice(0, PREFIX_LENGTH)
    const words = this.#beginnings.get(beginning) ?? new Set<string>()
    this.#beginnings.set(beginning, words.add(word))
  }

  delete(word: string, slot: number): void {
    if (!this.#postings.delete(word, slot)) return
    const beginning = word.slice(0, PREFIX_LENGTH)
    const words = this.#beginnings.get(beginning)
    words?.delete(word)
    if (words?.size === 0) this.#beginnings.delete(beginning)
  }

  whole(word: string): readonly number[] {
    return this.#postings.get(word)
  }

  /** The documents with a word like this; `*` stands for anything, `.` for one character. */
  like(pattern: string, slotCount: number): readonly number[] {
    const [beginning = ''] = pattern.split(/[*.]/, 1)
    const found = Array.from(this.#wordsFrom(beginning)).filter((word) => isLike(word, pattern))
    return union(
      found.map((word) => this.#postings.get(word)),
      slotCount,
    )
  }

  *#wordsFrom(beginning: string): Generator<string> {
    const key = beginning.slice(0, PREFIX_LENGTH)
    if (key.length === PREFIX_LENGTH) yield* this.#beginnings.get(key) ?? []
    else for (const [start, words] of this.#beginnings) if (start.startsWith(key)) yield* words
  }
}
