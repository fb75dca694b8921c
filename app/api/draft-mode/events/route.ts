import {draftMode} from 'next/headers'
import {openDraftEvents} from '@/sanity/client'

export const dynamic = 'force-dynamic'

/** Proxies the content API's events to an editor's browser, which never gets the token. */
export async function GET(request: Request): Promise<Response> {
  const {isEnabled} = await draftMode()
  if (!isEnabled) return new Response('Only in draft mode', {status: 403})
  const events = await openDraftEvents(request.signal)
  if (!events) return new Response('The content API does not send events.', {status: 503})
  return new Response(events, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}
