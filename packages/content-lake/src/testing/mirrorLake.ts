import {expect} from 'vitest'
import type {LakeDocument} from '../types.ts'
import {createWaiting} from './createWaiting.ts'
import {TEST_TOKENS} from './openTestLake.ts'
import {readEventStream} from './readEventStream.ts'

const headers = {authorization: `Bearer ${TEST_TOKENS.write}`}

interface ReceivedMutation {
  documentId: string
  previousRev?: string
  resultRev: string
  result?: LakeDocument
}

const isMutation = (data: unknown): data is ReceivedMutation =>
  typeof data === 'object' && data !== null && 'resultRev' in data

export interface Mirror {
  documents: Map<string, LakeDocument>
  /** Listens until the connection ends: fetches everything when it is greeted, then follows the events. */
  follow(): Promise<void>
  /** Settles once a document with this id has been heard of. */
  hearOf(id: string): Promise<void>
}

/** Syncs like the Studio, and expects that no event is missing or out of order. */
export function mirrorLake(url: string): Mirror {
  const documents = new Map<string, LakeDocument>()
  const {check, until} = createWaiting()
  /** Documents of which an event has come since they were fetched. */
  const following = new Set<string>()

  function hear({documentId, previousRev, resultRev, result}: ReceivedMutation): void {
    const known = documents.get(documentId)?._rev
    // A fetched state may already contain a later event.
    if (known !== previousRev && !following.has(documentId)) return
    expect([documentId, previousRev]).toEqual([documentId, known])
    expect(result?._rev).toBe(resultRev)
    following.add(documentId)
    if (result) documents.set(documentId, result)
    check()
  }

  async function fetchAll(): Promise<void> {
    const answer = await fetch(`${url}/v2025-02-19/data/export/production`, {headers})
    const lines = (await answer.text()).split('\n').filter(Boolean)
    documents.clear()
    following.clear()
    for (const document of lines.map((line): LakeDocument => JSON.parse(line))) documents.set(document._id, document)
  }

  return {
    documents,
    async follow() {
      const query = encodeURIComponent('*')
      const address = `${url}/v2025-02-19/data/listen/production?query=${query}&includeResult=true&includeMutations=false`
      const stream = await readEventStream(address, headers)
      for (;;) {
        const {event, data} = await stream.next()
        if (event === 'welcome') await fetchAll()
        else if (isMutation(data)) hear(data)
      }
    },
    hearOf: (id) => until(() => documents.has(id) || undefined).then(() => {}),
  }
}
