import type {NextRequest} from 'next/server'
// The library checks the secret with next-sanity's own client.
import {createClient} from 'next-sanity'
import {defineEnableDraftMode} from 'next-sanity/draft-mode'
import {readSiteEnv} from '@/lib/env'
import {isPreviewSecret, source} from '@/sanity/client'
import {serverConnection} from '@/sanity/env'
import {contentAway} from '../contentAway'

/**
 * Presentation's entry: verifies the secret that the Studio stored in the dataset. 401 if it is wrong or expired, 503 if the
 * content API is away.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const token = readSiteEnv(process.env).readToken
  if (!token) return new Response('There is no preview: SANITY_API_READ_TOKEN is not set.', {status: 503})
  const secret = request.nextUrl.searchParams.get('sanity-preview-secret')
  try {
    if (!secret || !(await isPreviewSecret(secret))) return new Response('Invalid secret', {status: 401})
  } catch (error) {
    return contentAway(error)
  }
  const client = createClient({...serverConnection(source), useCdn: false, token})
  return defineEnableDraftMode({client}).GET(request)
}
