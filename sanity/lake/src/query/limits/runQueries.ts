import {parentPort, workerData} from 'node:worker_threads'
import {LakeError} from '../../http/errors.ts'
import {Roles} from '../../roles/Roles.ts'
import {DocumentStore} from '../../store/DocumentStore.ts'
import type {LakeDocument, QueryRequest} from '../../types.ts'
import {Views} from '../perspective.ts'
import {runQuery} from '../runQuery.ts'
import type {ThreadAnswer, ThreadRequest, ThreadSettings} from './threadMessages.ts'

/** The thread's side: a copy of all documents, kept up to date, and one query after the other. */
const settings: ThreadSettings = workerData
const roles = new Roles(settings.roles)
const loading = new Map<string, LakeDocument>()
let loaded: {store: DocumentStore; views: Views} | undefined

const answer = (message: ThreadAnswer): void => parentPort?.postMessage(message)

parentPort?.on('message', (message: ThreadRequest) => {
  switch (message.kind) {
    case 'documents':
      for (const document of message.documents) loading.set(document._id, document)
      return
    case 'loaded': {
      const store = new DocumentStore(loading.values())
      loading.clear()
      loaded = {store, views: new Views(store, roles, () => settings.url)}
      return
    }
    case 'changes':
      if (loaded) loaded.store.apply(message.changes)
      else for (const [id, after] of message.changes) after ? loading.set(id, after) : loading.delete(id)
      return
    case 'query':
      answer({kind: 'started', id: message.id})
      answer(respond(message.id, message.request))
  }
})

function respond(id: number, request: QueryRequest): ThreadAnswer {
  try {
    if (!loaded) throw new Error('The documents were not sent')
    const documents = loaded.views.get(request.perspective ?? 'raw', request.identity)
    return {kind: 'response', id, response: runQuery(request, documents, settings, {anyCost: true})}
  } catch (error) {
    if (error instanceof LakeError) {
      return {kind: 'refusal', id, status: error.status, body: error.body, message: error.message}
    }
    return {kind: 'failure', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error)}
  }
}
