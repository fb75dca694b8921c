import 'server-only'
import {draftMode} from 'next/headers'
import type {GuardedPage} from '../lib/visibility.ts'
import {nextVisibilityChange} from '../lib/visibility.ts'
import {buildsFromSeed} from './buildsFromSeed.ts'
import {ContentError} from './ContentError.ts'
import {client, draftClient, source, uncached} from './client.ts'
import {querySeed} from './querySeed.ts'

/** An hour, in seconds: the webhook makes pages new at once; this is for a change that it never told of. */
const revalidate = 3600

interface Request<Result> {
  query: string
  params?: Record<string, string>
  tags: string[]
  /** The guarded pages in a result: where one appears by itself, the result is kept no longer than that. */
  guardedIn: (result: Result) => readonly GuardedPage[] | null | undefined
}

/** Reads drafts in draft mode, else what is published, cached. */
export async function read<Result>(request: Request<Result>): Promise<{result: Result; isDraft: boolean}> {
  const {isEnabled} = await draftMode()
  const draft = isEnabled ? await draftClient() : undefined
  if (!draft) return {result: await readPublished(request), isDraft: false}
  return {
    result: await attempt(() => draft.fetch<Result>(request.query, request.params ?? {}, uncached)),
    isDraft: true,
  }
}

/** Reads what is published, cached. */
export async function readPublished<Result>({query, params = {}, tags, guardedIn}: Request<Result>): Promise<Result> {
  const fetchFor = (seconds: number) =>
    buildsFromSeed(process.env)
      ? querySeed<Result>({query, params, tags, revalidate: seconds})
      : attempt(() => client.fetch<Result>(query, params, {next: {tags, revalidate: seconds}}))
  const result = await fetchFor(revalidate)
  const change = nextVisibilityChange(guardedIn(result) ?? [], Date.now())
  if (change === undefined) return result
  // The same request again, from the cache: what is rendered with it is renewed after the shortest time that it has met.
  return fetchFor(Math.min(revalidate, Math.ceil((change - Date.now()) / 1000)))
}

/** Reads past every cache. */
export function readAnew<Result>(query: string): Promise<Result> {
  return attempt(() => client.fetch<Result>(query, {}, uncached))
}

async function attempt<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    throw ContentError.unreachable(source, error)
  }
}
