import type {NextRequest} from 'next/server'
// The library checks the secret with the client that it brings along.
import {createClient} from 'next-sanity'
import {defineEnableDraftMode} from 'next-sanity/draft-mode'
import {readSiteEnv} from '@/lib/env'
import {source} from '@/sanity/client'
import {serverConnection} from '@/sanity/serverConnection'

/** Presentation comes here with a secret that the Studio left in the dataset; a wrong or old one gets 401. */
export async function GET(request: NextRequest): Promise<Response> {
  const token = readSiteEnv(process.env).readToken
  if (!token) return new Response('There is no preview: SANITY_API_READ_TOKEN is not set.', {status: 503})
  const client = createClient({...serverConnection(source), useCdn: false, token})
  return defineEnableDraftMode({client}).GET(request)
}
