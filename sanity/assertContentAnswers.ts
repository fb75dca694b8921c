import {ContentError} from './ContentError.ts'
import type {ContentSource} from './env.ts'
import {serverRequest} from './serverConnection.ts'

/** Asks for the number of pages before a build: without content there is nothing to build. One sentence says what to do. */
export async function assertContentAnswers(source: ContentSource): Promise<void> {
  const query = new URLSearchParams({query: 'count(*[_type == "page"])'})
  const {url, headers} = serverRequest(source, `/data/query/${source.dataset}?${query}`)
  const answer = await ask(url, headers).catch((error: unknown) => {
    throw ContentError.unreachable(source, error)
  })
  if (typeof answer === 'object' && answer !== null && 'result' in answer && answer.result === 0) {
    throw ContentError.missingPage(source, 'any route')
  }
}

async function ask(url: string, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(url, {headers, signal: AbortSignal.timeout(10_000)})
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}
