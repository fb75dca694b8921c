import {storeEnquiry} from '@/enquiries/enquiries'
import {receiveForm} from '@/enquiries/receiveForm'
import {readSiteEnv} from '@/lib/env'
import {sitePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {fetchText} from '@/server/revalidation/affectedPages'
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
  const {selfOrigin} = readSiteEnv(process.env)
  return answerBrowser(outcome, (path) => fetchText(selfOrigin + path))
}

/** Reloading the form's response shows the form. */
export function GET(): Response {
  return new Response(null, {status: 303, headers: {Location: sitePath('zh', '/contact')}})
}
