import type {NextRequest} from 'next/server'
// The library checks the secret with next-sanity's own client.
import {createClient} from 'next-sanity'
import {defineEnableDraftMode} from 'next-sanity/draft-mode'
import {readSiteEnv} from '@/lib/env'
import {source} from '@/sanity/client'
import {serverConnection} from '@/sanity/env'

/** Presentation's entry: verifies the secret that the Studio stored in the dataset; 401 if it is wrong or expired. */
export async function GET(request: NextRequest): Promise<Response> {
  const token = readSiteEnv(process.env).readToken
  if (!token) return new Response('There is no preview: SANITY_API_READ_TOKEN is not set.', {status: 503})
  const client = createClient({...serverConnection(source), useCdn: false, token})
  return defineEnableDraftMode({client}).GET(request)
}
