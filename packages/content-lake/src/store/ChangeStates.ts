import type {DatabaseSync, SQLOutputValue, StatementSync} from 'node:sqlite'
import type {LakeDocument} from '../types.ts'
import {needsSource, packText, unpackText} from './packedText.ts'

const MAX_CHAIN = 50

/** The stored form of a change: its state, and mutations and effects relative to its two states. */
export interface PackedChange {
  after: string | Uint8Array | null
  chain: number
  mutations: string | Uint8Array
  effects: string | Uint8Array
}

interface ChangeTexts {
  before: string | null
  after: string | null
  mutations: string
  effects: string
  isWhole?: boolean
}

/** Shorter mutations and effects are stored as plain text, readable without the states. */
const LONG_DETAIL = 4096

const NOTHING = Buffer.alloc(0)

interface KnownState {
  documentId: string
  seq: number
  bytes: Buffer | null
}

/**
 * The states before and after each change in the history. Most are stored as deltas to the previous state: reading
 * one follows the chain from the last full state.
 */
export class ChangeStates {
  readonly #rows: StatementSync
  readonly #previous: StatementSync
  /** Cache of the last two states read: histories are read sequentially, by the states before and after each change. */
  #known: readonly KnownState[] = []

  readonly #onRead: () => void

  /** `onRead`: called before each state is unpacked; what it throws ends the reading. */
  constructor(database: DatabaseSync, onRead: () => void = () => {}) {
    this.#onRead = onRead
    this.#rows = database.prepare(
      'SELECT seq, after, chain FROM transaction_documents WHERE document_id = ? AND seq <= ? ORDER BY seq DESC',
    )
    this.#previous = database.prepare(
      'SELECT chain FROM transaction_documents WHERE document_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1',
    )
  }

  /** The document after the last change up to `seq`; null if it did not exist. */
  after(documentId: string, seq: number): LakeDocument | null {
    const text = this.text(documentId, seq)
    return text === null ? null : JSON.parse(text)
  }

  /** The document before the change with this number; null if it did not exist. */
  before(documentId: string, seq: number): LakeDocument | null {
    return this.after(documentId, seq - 1)
  }

  /** The document after the last change up to `seq`, as JSON. */
  text(documentId: string, seq: number): string | null {
    return this.#bytes(documentId, seq)?.toString('utf8') ?? null
  }

  #bytes(documentId: string, seq: number): Buffer | null {
    const differences: SQLOutputValue[] = []
    let bytes: Buffer | null = null
    let newest: number | undefined
    for (const row of this.#rows.iterate(documentId, seq)) {
      newest ??= Number(row.seq)
      const known = this.#known.find((state) => state.documentId === documentId && state.seq === row.seq)
      if (known) bytes = known.bytes
      else if (row.after === null || row.after === undefined) bytes = null
      else if (row.chain === 0) {
        this.#onRead()
        bytes = unpackText(row.after, noSource)
      } else {
        differences.push(row.after)
        continue
      }
      break
    }
    for (const difference of differences.reverse()) {
      this.#onRead()
      const source = bytes
      bytes = unpackText(difference, () => source ?? NOTHING)
    }
    const [last] = this.#known
    if (newest !== undefined && !(last?.documentId === documentId && last.seq === newest))
      this.#known = [{documentId, seq: newest, bytes}, ...(last ? [last] : [])]
    return bytes
  }

  /** The mutations or effects of a change, as JSON. */
  detail(packed: SQLOutputValue, documentId: string, seq: number): string {
    const source = () => {
      const before = this.#bytes(documentId, seq - 1) ?? NOTHING
      return Buffer.concat([before, this.#bytes(documentId, seq) ?? NOTHING])
    }
    return unpackText(packed, source).toString('utf8')
  }

  /** Packs a change for storage. `isWhole`: replaces one with a full state, so that no chain grows. */
  pack(documentId: string, seq: number, {before, after, mutations, effects, isWhole}: ChangeTexts): PackedChange {
    const source = Buffer.from((before ?? '') + (after ?? ''))
    const detail = (text: string) => (text.length < LONG_DETAIL ? text : packText(text, source))
    const details = {mutations: detail(mutations), effects: detail(effects)}
    if (after === null) return {after, chain: 0, ...details}
    const length = Number(this.#previous.get(documentId, seq)?.chain ?? MAX_CHAIN)
    if (before === null || isWhole || length >= MAX_CHAIN) return {after: packText(after), chain: 0, ...details}
    const difference = packText(after, Buffer.from(before))
    return {after: difference, chain: needsSource(difference) ? length + 1 : 0, ...details}
  }
}

function noSource(): Buffer {
  throw new Error('A state that is stored whole refers to another one')
}
