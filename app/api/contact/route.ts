import {answerBrowser, answerScript} from '@/app/_site/enquiry/answerForm'
import {enquiries} from '@/enquiries/enquiries'
import {receiveForm} from '@/enquiries/receiveForm'
import {submitEnquiry} from '@/enquiries/store/submitEnquiry'
import {readSiteEnv} from '@/lib/env'
import {sitePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {fetchText} from '@/server/revalidation/selfRequests'

/** Takes the contact form, from a script or from a browser without one. */
export async function POST(request: Request): Promise<Response> {
  const outcome = await receiveForm(request, {
    siteUrl: source.siteUrl,
    async store({enquiry, formKey, isSpam}) {
      const {database, sinks, deliverSoon} = await enquiries().catch((error: unknown) => {
        // Of the database, before anything of the form has reached it.
        console.error('The enquiries’ database cannot be opened:', error instanceof Error ? error.message : error)
        throw error
      })
      // The server leaves one address there (`cleanHeaders`).
      const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
      const names = sinks.map(({name}) => name)
      const submission = {enquiry, formKey, isSpam, address, sinks: names, now: Date.now()}
      const result = await submitEnquiry(database, submission).catch(() => {
        // Not the error itself: a database quotes the row that it refuses.
        console.error('An enquiry could not be stored: the database refused it')
        throw new Error('not stored')
      })
      if (result === 'stored') deliverSoon()
      return result
    },
  })
  if (request.headers.get('accept')?.includes('application/json')) return answerScript(outcome)
  const {selfOrigin} = readSiteEnv(process.env)
  return answerBrowser(outcome, (path) => fetchText(selfOrigin + path))
}

/** Reloading the form's response shows the form. */
export function GET(): Response {
  return new Response(null, {status: 303, headers: {Location: sitePath('zh', '/contact')}})
}
