import {ContentError} from './ContentError.ts'
import type {ContentSource} from './env.ts'
import {serverRequest} from './serverConnection.ts'

/** Asks for the number of pages before a build: without content there is nothing to build. One sentence says what to do. */
export async function assertContentAnswers(source: ContentSource, timeout: number): Promise<void> {
  const query = new URLSearchParams({query: 'count(*[_type == "page"])'})
  const {url, headers} = serverRequest(source, `/data/query/${source.dataset}?${query}`)
  const count = await ask(url, headers, timeout).catch((error: unknown) => {
    throw ContentError.unreachable(source, error)
  })
  if (count === 0) throw ContentError.missingPage(source, 'any route')
}

async function ask(url: string, headers: Record<string, string>, timeout: number): Promise<number> {
  const response = await fetch(url, {headers, signal: AbortSignal.timeout(timeout)})
  if (!response.ok) throw new Error(`status ${response.status}`)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('result' in answer) || typeof answer.result !== 'number') {
    throw new Error('its answer says nothing')
  }
  return answer.result
}
