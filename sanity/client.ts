import 'server-only'
import {createClient, type ResponseQueryOptions} from '@sanity/client'
import {PHASE_PRODUCTION_BUILD} from 'next/constants'
import {cookies} from 'next/headers'
import {readSiteEnv} from '../lib/env.ts'
import {draftPerspective} from './draftPerspective.ts'
import {readContentSource} from './env.ts'
import {serverConnection} from './serverConnection.ts'

export const source = readContentSource(process.env)

/** A build reads all pages at once, on a machine that it keeps busy; nobody waits for a page, and one late answer ends it. */
const buildTimeout = 60_000

const {contentTimeout} = readSiteEnv(process.env)

/** Sees published documents only, as a visitor does. Never the CDN: a page is fetched once a change, and must be new then. */
export const client = createClient({
  ...serverConnection(source),
  useCdn: false,
  perspective: 'published',
  timeout: process.env.NEXT_PHASE === PHASE_PRODUCTION_BUILD ? Math.max(buildTimeout, contentTimeout) : contentTimeout,
  maxRetries: 2,
  stega: {enabled: false, studioUrl: source.studioUrl},
})

/** The client for a draft request: what the editor chose to look at, and strings that carry where they come from. */
export async function draftClient() {
  const token = readSiteEnv(process.env).readToken
  if (!token) return undefined
  const perspective = draftPerspective((await cookies()).get('sanity-preview-perspective')?.value)
  return client.withConfig({token, perspective, stega: {enabled: true, studioUrl: source.studioUrl}})
}

export const uncached = {cache: 'no-store'} as const satisfies ResponseQueryOptions
