import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {SYSTEM} from '../src/access/identities.ts'
import {startLake} from '../src/startLake.ts'
import type {DocumentInput, JsonObject} from '../src/types.ts'

interface Answer {
  status: number
  body: JsonObject
}

/** A lake that the tests of one file share, spoken to in plain HTTP. */
export interface SuiteLake {
  url: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  close(): Promise<void>
}

const TOKEN = 'suite-token'

/** Opens a lake in an empty folder on a free port, with these documents in it. */
export async function openSuiteLake(documents: DocumentInput[] = []): Promise<SuiteLake> {
  const dir = await mkdtemp(join(tmpdir(), 'lake-conformance-'))
  const lake = await startLake({dir, port: 0, writeToken: TOKEN, log: () => {}})
  // As an import does: documents of releases come in no other way.
  if (documents.length > 0) lake.commit({mutations: documents.map((create) => ({create})), author: SYSTEM})
  const writing = {authorization: `Bearer ${TOKEN}`}

  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${lake.url}${path}`, init)
    return {status: response.status, body: JSON.parse(await response.text())}
  }
  return {
    url: lake.url,
    get: (path, headers = writing) => send(path, {headers}),
    post: (path, body) => send(path, {method: 'POST', headers: writing, body: JSON.stringify(body)}),
    async close() {
      await lake.close()
      await rm(dir, {recursive: true, force: true})
    },
  }
}
