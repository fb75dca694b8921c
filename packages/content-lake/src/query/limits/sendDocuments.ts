import {setImmediate} from 'node:timers/promises'
import type {DocumentStore} from '../../store/DocumentStore.ts'
import type {LakeDocument} from '../../types.ts'
import type {ProcessRequest} from './processMessages.ts'

/** So many are copied between two looks at what else there is to do. */
const AT_ONCE = 100

/**
 * Sends the query process all documents, a few at a time. Each is sent as it is at that moment; whoever sends the
 * changes that come meanwhile, too, leaves the process with the newest of all.
 */
export async function sendDocuments(
  store: DocumentStore,
  send: (message: ProcessRequest) => Promise<void>,
): Promise<void> {
  let documents: LakeDocument[] = []
  for (const document of store.all()) {
    documents.push(document)
    if (documents.length < AT_ONCE) continue
    await send({kind: 'documents', documents})
    documents = []
    await setImmediate()
  }
  await send({kind: 'documents', documents})
  await send({kind: 'loaded'})
}
