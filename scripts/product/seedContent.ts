import {createClient, type SanityClient} from '@sanity/client'
import {messageOf} from '../../lib/messageOf.ts'
import type {ContentSource} from '../../sanity/env.ts'
import {seedDir} from './paths.ts'
import {UserError} from './report.ts'

/** Treatment of a document that exists: keep it, or replace it by the seed's. */
export type SeedOperation = 'createIfNotExists' | 'createOrReplace'

/** Returns a client with write access to the embedded lake or hosted Sanity. */
export function writingClient(source: ContentSource, token: string): SanityClient {
  const {projectId, dataset, apiVersion, apiHost, useProjectHostname} = source
  return createClient({
    projectId,
    dataset,
    apiVersion,
    apiHost,
    useProjectHostname,
    token,
    useCdn: false,
    perspective: 'raw',
  })
}

/** Returns whether the dataset has no page yet. */
export async function isEmpty(client: SanityClient): Promise<boolean> {
  return (await client.fetch<number>('count(*[_type == "page"])')) === 0
}

/** Imports the seed with Sanity's own importer. Returns the number of documents. */
export async function seedContent(client: SanityClient, operation: SeedOperation): Promise<number> {
  // Loaded only here, as most starts import nothing.
  const {sanityImport} = await import('@sanity/import')
  try {
    const {numDocs} = await sanityImport(seedDir, {client, operation})
    return numDocs
  } catch (error) {
    throw new UserError(`The seed could not be imported: ${messageOf(error)}`)
  }
}
