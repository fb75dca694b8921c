import {pageId, type Route, routes} from '../routes.ts'
import {type SignedRequest, siteRequests} from './siteRequests.ts'
import {pagesOf} from './targetsOf.ts'
import {isQuiet} from './turns.ts'

/** Within this time (ms) of another publish it would hold up the webhooks that wait behind it. */
const pause = 1000

/**
 * Has the page rendered anew whose own document was published, before all others have been asked what they show: it is
 * the one that somebody waits for. Resolves with the routes that need not be marked any more.
 */
export async function renewAhead(documentId: string, webhook: SignedRequest, origin: string): Promise<Route[]> {
  const site = siteRequests(origin)
  const own = routes.filter((route) => pageId(route) === documentId)
  if (own.length === 0 || !isQuiet(pause)) return []
  try {
    if (!(await site.revalidate('ahead', own, webhook))) return []
    // Whoever asks first gets the old page, and has the new one rendered.
    await Promise.all(pagesOf(own, origin).map(({url}) => site.ask(url)))
    return own
  } catch {
    return []
  }
}
