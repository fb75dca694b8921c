import {storeEnquiry} from '@/enquiries/enquiries'
import {receiveForm} from '@/enquiries/receiveForm'
import {readSiteEnv} from '@/lib/env'
import {sitePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {siteRequests} from '@/server/revalidation/siteRequests'
import {answerBrowser, answerScript} from './answerForm'

/** Receives the contact form, from its script or from a browser without JavaScript. */
export async function POST(request: Request): Promise<Response> {
  // The server leaves one address in this header (`cleanHeaders`).
  const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  const outcome = await receiveForm(request, {
    siteUrl: source.siteUrl,
    store: (received) => storeEnquiry(received, address),
  })
  if (request.headers.get('accept')?.includes('application/json')) return answerScript(outcome)
  return answerBrowser(outcome, siteRequests(readSiteEnv(process.env).selfOrigin).fetchText)
}

/** A reload of the form's answer leads back to the form. */
export function GET(): Response {
  return new Response(null, {status: 303, headers: {Location: sitePath('zh', '/contact')}})
}
