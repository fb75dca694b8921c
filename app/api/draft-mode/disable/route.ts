import {isForeign} from '@/lib/isForeign'
import {readFormData} from '@/lib/readBody'
import {parseLocalePath, sitePath} from '@/lib/urls'
import {source} from '@/sanity/client'
import {expiredDraftCookies} from '@/server/http/draftSessions'

const statuses = {unsupported: 415, unreadable: 400, tooLarge: 413} as const

/** Ends draft mode and redirects to the published page. 403 for pages of other sites, which could end an editor's preview. */
export async function POST(request: Request): Promise<Response> {
  if (isForeign(request.headers, source.siteUrl)) return new Response(null, {status: 403})
  const form = await readFormData(request, 4096)
  if (typeof form === 'string') return new Response(form, {status: statuses[form]})
  const path = form.get('path')
  const {locale, route} = parseLocalePath(typeof path === 'string' ? path : '/') ?? {locale: 'zh', route: '/'}
  // Without `draftMode().disable()`, which would merge the two forms of each cookie into one.
  const headers = new Headers({Location: sitePath(locale, route), 'Cache-Control': 'no-store'})
  for (const cookie of expiredDraftCookies()) headers.append('Set-Cookie', cookie)
  return new Response(null, {status: 303, headers})
}
