import type {NextRequest} from 'next/server'
import {storeEnquiry} from '@/enquiries/enquiries'
import {receiveForm, senderOf} from '@/enquiries/receiveForm'
import {languageCookie} from '@/lib/constants'
import {readSiteEnv} from '@/lib/env'
import {defaultLocale, isLocale} from '@/lib/locales'
import {sitePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {preferredLocale} from '@/server/http/decideRequest'
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
  return answerBrowser(outcome, loadPage)
}

/**
 * Opening the address of the form's response shows the form, in the language that the visitor chose or prefers. With
 * `?tooLarge`, nginx asks for the answer to a form that it does not pass on.
 */
export async function GET({cookies, headers, nextUrl}: NextRequest): Promise<Response> {
  if (nextUrl.searchParams.has('tooLarge'))
    return answerBrowser({...senderOf(headers, source.siteUrl), outcome: 'tooLarge'}, loadPage)
  const chosen = cookies.get(languageCookie.name)?.value
  const locale = isLocale(chosen) ? chosen : (preferredLocale(headers.get('accept-language')) ?? defaultLocale)
  return new Response(null, {
    status: 303,
    headers: {Location: sitePath(locale, '/contact'), 'Cache-Control': 'no-store'},
  })
}

const loadPage = (path: string) => fetchText(readSiteEnv(process.env).selfOrigin + path)
