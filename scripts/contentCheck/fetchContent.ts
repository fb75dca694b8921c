import {createClient} from '@sanity/client'
import {serverConnection} from '../../sanity/env.ts'
import type {ContentDocument} from '../../sanity/health/documents.ts'
import {prepare} from '../product/prepare.ts'
import {UserError} from '../product/report.ts'
import {lakeTokens} from '../product/startLake.ts'

/** Fetches all documents of the running lake or the hosted dataset, drafts included. */
export async function fetchContent(): Promise<ContentDocument[]> {
  const {source} = prepare()
  const token = source.embedded ? lakeTokens(process.env).read : process.env.SANITY_API_READ_TOKEN
  if (!token) {
    throw new UserError(
      'SANITY_API_READ_TOKEN is not set. Make a viewer token in the project’s API settings and set it.',
    )
  }
  const client = createClient({...serverConnection(source), token, useCdn: false, perspective: 'raw', maxRetries: 1})
  try {
    return await client.fetch<ContentDocument[]>('*[!(_type match "system.*")]')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const remedy = source.embedded
      ? 'Start it with "npm start", or check a file with "-- --file sanity/seed/data.ndjson".'
      : 'Check the project id, the dataset, the token and the network.'
    throw new UserError(`The content at ${source.apiHost} could not be read (${reason}). ${remedy}`)
  }
}
