import {readSiteEnv} from '../lib/env.ts'
import {ContentError} from './ContentError.ts'
import {type ContentSource, serverRequest} from './env.ts'

type Env = Record<string, string | undefined>

interface BuildContent {
  source: ContentSource
  /** There is no earlier build. */
  isFirst: boolean
  env: Env
}

/**
 * Chooses the content of a build: the content API, or the seed if that does not answer and either `CONTENT_FALLBACK` allows
 * it or this is the first build with the embedded lake. Otherwise throws: the build would replace edited content.
 */
export async function chooseBuildContent({source, isFirst, env}: BuildContent): Promise<void> {
  // Each process of a build loads Next's configuration.
  if (buildsFromSeed(env)) return
  const {contentTimeout, contentFallback} = readSiteEnv(env)
  try {
    await assertContentAnswers(source, contentTimeout)
  } catch (error) {
    const fallback = contentFallback ?? (source.embedded && isFirst ? 'seed' : 'none')
    if (!(error instanceof ContentError) || !error.isAway || fallback === 'none') throw error
    console.warn(
      `${error.problem} This build takes its content from sanity/seed. Once it runs, the site shows what is published as soon as the content API answers.`,
    )
    env[seedVariable] = '1'
  }
}

/** Set by the build's first process and inherited by all others. */
const seedVariable = 'BUILDS_FROM_SEED'

/** Returns whether the build takes its content from `sanity/seed`. */
export function buildsFromSeed(env: Env): boolean {
  return env[seedVariable] === '1'
}

/** Throws if the content API does not answer or has no pages. */
async function assertContentAnswers(source: ContentSource, timeout: number): Promise<void> {
  const query = new URLSearchParams({query: 'count(*[_type == "page"])'})
  const {url, headers} = serverRequest(source, `/data/query/${source.dataset}?${query}`)
  const count = await fetchCount(url, headers, timeout).catch((error: unknown) => {
    throw ContentError.unreachable(source, error)
  })
  if (count === 0) throw ContentError.missingPage(source, 'any route')
}

async function fetchCount(url: string, headers: Record<string, string>, timeout: number): Promise<number> {
  const response = await fetch(url, {headers, signal: AbortSignal.timeout(timeout)})
  if (!response.ok) throw new Error(`status ${response.status}`)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('result' in answer) || typeof answer.result !== 'number') {
    throw new Error('its answer says nothing')
  }
  return answer.result
}
