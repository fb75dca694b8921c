import type {NextRequest} from 'next/server'
// The library checks the secret with next-sanity's own client.
import {createClient} from 'next-sanity'
import {defineEnableDraftMode} from 'next-sanity/draft-mode'
import {readSiteEnv} from '@/lib/env'
import {source} from '@/sanity/client'
import {serverConnection} from '@/sanity/env'

/**
 * Matches a secret that the Studio has stored within the last hour. The library also accepts the secret of Sanity's own
 * sharing, which never expires. This Studio makes none, and a removed editor could come back with one that they had
 * written.
 */
const secretQuery = `count(*[_type == "sanity.previewUrlSecret" && secret == $secret
  && dateTime(_updatedAt) > dateTime(now()) - 3600]) > 0`

/** Presentation's entry: verifies the secret that the Studio stored in the dataset; 401 if it is wrong or expired. */
export async function GET(request: NextRequest): Promise<Response> {
  const token = readSiteEnv(process.env).readToken
  if (!token) return new Response('There is no preview: SANITY_API_READ_TOKEN is not set.', {status: 503})
  const client = createClient({...serverConnection(source), useCdn: false, token})
  const secret = request.nextUrl.searchParams.get('sanity-preview-secret')
  const isKnown =
    secret && (await client.fetch<boolean>(secretQuery, {secret}, {perspective: 'raw', cache: 'no-store'}))
  if (!isKnown) return new Response('Invalid secret', {status: 401})
  return defineEnableDraftMode({client}).GET(request)
}
