import {createTestLake} from '../src/testLake.ts'
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

/** Opens a lake with these documents in it. */
export async function openSuiteLake(seed: DocumentInput[] = []): Promise<SuiteLake> {
  const lake = await createTestLake({seed, tokens: {write: TOKEN}})
  // Ten thousand answers would be compressed, and expanded again.
  const writing = {authorization: `Bearer ${TOKEN}`, 'accept-encoding': 'identity'}

  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${lake.url}${path}`, init)
    return {status: response.status, body: JSON.parse(await response.text())}
  }
  return {
    url: lake.url,
    get: (path, headers = writing) => send(path, {headers}),
    post: (path, body) => send(path, {method: 'POST', headers: writing, body: JSON.stringify(body)}),
    close: lake.close,
  }
}
