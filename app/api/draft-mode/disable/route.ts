import {readFormData} from '@/lib/readBody'
import {parseLocalePath, sitePath} from '@/lib/urls'
import {expiredDraftCookies} from '@/server/http/draftSessions'

const statuses = {unsupported: 415, unreadable: 400, tooLarge: 413} as const

/** Ends draft mode and redirects to the published page. */
export async function POST(request: Request): Promise<Response> {
  const form = await readFormData(request, 4096)
  if (typeof form === 'string') return new Response(form, {status: statuses[form]})
  const path = form.get('path')
  return leave(typeof path === 'string' ? path : '/')
}

export function GET(request: Request): Response {
  return leave(new URL(request.url).searchParams.get('path') ?? '/')
}

/** Without `draftMode().disable()`, which would merge the two forms of each cookie into one. */
function leave(path: string): Response {
  const {locale, route} = parseLocalePath(path) ?? {locale: 'zh', route: '/'}
  const headers = new Headers({Location: sitePath(locale, route), 'Cache-Control': 'no-store'})
  for (const cookie of expiredDraftCookies()) headers.append('Set-Cookie', cookie)
  return new Response(null, {status: 303, headers})
}
