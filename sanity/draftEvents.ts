import 'server-only'
import {readSiteEnv} from '../lib/env.ts'
import {source} from './client.ts'
import {serverRequest} from './serverConnection.ts'

/** Opens the stream that tells of every change, drafts included. Undefined while the content API is away or no token is set. */
export async function openDraftEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array> | undefined> {
  const token = readSiteEnv(process.env).readToken
  if (!token) return undefined
  const {url, headers} = serverRequest(source, `/data/live/events/${source.dataset}?includeDrafts=true`)
  const authorized = {...headers, Accept: 'text/event-stream', Authorization: `Bearer ${token}`}
  try {
    const response = await fetch(url, {headers: authorized, signal, cache: 'no-store'})
    return response.ok ? (response.body ?? undefined) : undefined
  } catch {
    return undefined
  }
}
