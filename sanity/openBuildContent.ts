import {readSiteEnv} from '../lib/env.ts'
import {assertContentAnswers} from './assertContentAnswers.ts'
import {buildFromSeed, buildsFromSeed} from './buildsFromSeed.ts'
import {ContentError} from './ContentError.ts'
import type {ContentSource} from './env.ts'

interface BuildContent {
  source: ContentSource
  /** No earlier build lies in the folder that this one goes to. */
  isFirst: boolean
  env: Record<string, string | undefined>
}

/**
 * Decides before a build where its content comes from: the content API, and where that does not answer, the seed, if
 * `CONTENT_FALLBACK` says so or if this is the first build of a site with the embedded lake. Otherwise the build is
 * refused: it would put the seed in the place of what was edited.
 */
export async function openBuildContent({source, isFirst, env}: BuildContent): Promise<void> {
  // Next reads its settings in each of a build's processes.
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
    buildFromSeed(env)
  }
}
