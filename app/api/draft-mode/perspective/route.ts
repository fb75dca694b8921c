import {cookies, draftMode} from 'next/headers'
import {perspectiveCookie} from '@/lib/constants'
import {parseJson} from '@/lib/json'
import {readLimited} from '@/lib/readBody'
import {draftPerspective} from '@/sanity/draftPerspective'

/**
 * Keeps the perspective that an editor has chosen in the Studio: drafts, what is published, or a release. Next-sanity
 * uses a server action for this, and the site accepts none. Answers 204 if the perspective is unchanged.
 */
export async function POST(request: Request): Promise<Response> {
  if (!(await draftMode()).isEnabled) return new Response('Only in draft mode', {status: 403})
  // Another site's page can send a form, but no JSON.
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return new Response('Expects JSON', {status: 415})
  const body = await readLimited(request.body, 4096)
  const chosen = body && parseJson(new TextDecoder().decode(body))
  if (typeof chosen !== 'string') return new Response('Expects the names of a perspective, with commas', {status: 400})
  const perspective = String(draftPerspective(chosen))
  const jar = await cookies()
  if (jar.get(perspectiveCookie)?.value === perspective) return new Response(null, {status: 204})
  jar.set(perspectiveCookie, perspective, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'none',
    // Set by next-sanity beside partitioned cookies, in a frame of another site.
    partitioned: jar.has('sanity-preview-partitioned'),
  })
  return new Response('Kept', {headers: {'Cache-Control': 'no-store'}})
}
