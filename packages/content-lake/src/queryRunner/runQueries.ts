import {preferredByTheOomKiller, toSentError} from '../childProcess.ts'
import {QUERY_LIMITS, queryTimedOut, queryTooLarge, resultTooLarge} from '../query/limits/queryLimits.ts'
import {OutOfBudget, StepBudget, withTimeLimit} from '../query/limits/StepBudget.ts'
import {Views} from '../query/perspective.ts'
import {runQuery} from '../query/runQuery.ts'
import {Roles} from '../roles/Roles.ts'
import {DocumentStore} from '../store/DocumentStore.ts'
import type {LakeDocument, QueryRequest, QueryResponse} from '../types.ts'
import type {ProcessAnswer, ProcessRequest, ProcessSettings} from './QueryProcess.ts'

/** Entry of the query process: a live copy of all documents, and one query at a time. */
const loading = new Map<string, LakeDocument>()
let settings: ProcessSettings | undefined
let loaded: ReturnType<typeof load> | undefined

preferredByTheOomKiller()
// The lake has ended. A running query is stopped by its time limit first.
process.on('disconnect', () => process.exit())

process.on('message', (message: ProcessRequest) => {
  switch (message.kind) {
    case 'settings':
      settings = message.settings
      return
    case 'documents':
      for (const document of message.documents) loading.set(document._id, document)
      return
    case 'loaded':
      if (settings) loaded = load(settings)
      answer({kind: 'ready'})
      return
    case 'changes':
      if (loaded) loaded.store.apply(message.changes)
      else for (const [id, after] of message.changes) after ? loading.set(id, after) : loading.delete(id)
      return
    case 'query':
      answer({kind: 'started', id: message.id})
      answer(respond(message.id, message.request))
  }
})

function load(settings: ProcessSettings) {
  const store = new DocumentStore(loading.values())
  loading.clear()
  return {settings, store, views: new Views(store, new Roles(settings.roles, {isLimited: false}), () => settings.url)}
}

function answer(message: ProcessAnswer): void {
  if (process.connected) process.send?.(message)
}

function respond(id: number, request: QueryRequest): ProcessAnswer {
  if (!loaded) return errorAnswer(id, new Error('The documents were not sent'))
  const {settings, views} = loaded
  try {
    return withTimeLimit(settings.maxQueryMs, () => {
      const documents = views.get(request.perspective ?? 'raw', request.identity)
      const budget = new StepBudget(Number.POSITIVE_INFINITY, {memory: QUERY_LIMITS.ownMemory})
      const response = runQuery(request, documents, settings, {anyCost: true, budget})
      return {kind: 'response', id, json: encode(response), ms: response.ms}
    })
  } catch (error) {
    if (!(error instanceof OutOfBudget)) return errorAnswer(id, error)
    return errorAnswer(id, error.isMemory ? queryTooLarge() : queryTimedOut(settings.maxQueryMs))
  }
}

/** By the bytes it is known how long it is, as texts that are not ASCII or are escaped take more than their characters. */
function encode(response: QueryResponse): Uint8Array<ArrayBuffer> {
  try {
    const json = Buffer.from(JSON.stringify(response))
    if (json.length <= QUERY_LIMITS.resultSize) return json
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw resultTooLarge()
}

const errorAnswer = (id: number, error: unknown): ProcessAnswer => ({id, ...toSentError(error)})
