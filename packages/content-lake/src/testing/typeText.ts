import {vi} from 'vitest'
import type {StartedLake} from '../Lake.ts'
import type {Identity} from '../types.ts'

export const ANN: Identity = {id: 'ann', name: 'Ann', rights: 'write'}
export const BEN: Identity = {id: 'ben', name: 'Ben', rights: 'write'}

/** Sets the clock back for what follows, until `vi.useRealTimers()`. */
export function startClock(start: string): {advance(milliseconds: number): void} {
  vi.useFakeTimers({toFake: ['Date'], now: new Date(start)})
  return {
    advance: (milliseconds) => {
      vi.setSystemTime(Date.now() + milliseconds)
    },
  }
}

interface Typing {
  id: string
  author?: Identity
  keys: number
  pause: number
}

/** Types into a document's title, one transaction a key, and returns their ids. */
export function typeText(lake: StartedLake, {id, author = ANN, keys, pause}: Typing): string[] {
  return Array.from({length: keys}, () => {
    vi.setSystemTime(Date.now() + pause)
    const title = `${String(lake.documents.get(id)?.title ?? '')}字`
    return lake.commit({mutations: [{patch: {id, set: {title}}}], author}).transactionId
  })
}
