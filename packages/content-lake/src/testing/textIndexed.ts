import {setImmediate} from 'node:timers/promises'
import type {DocumentIndexes} from '../indexes/DocumentIndexes.ts'

/** Settles once the index of texts answers. It is made bit by bit from the first search on, and keeps no process alive. */
export async function textIndexed(indexes: Pick<DocumentIndexes, 'withText'>): Promise<void> {
  while (indexes.withText(['A'], 'every', true) === undefined) await setImmediate()
}
