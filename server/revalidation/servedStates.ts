import {z} from 'zod'
import {type Route, routes} from '../../lib/routes.ts'
import {payloadPath, withBasePath} from '../../lib/urls.ts'
import type {PageState} from '../../sanity/dependencies.ts'
import type {ServedState} from './affectedRoutes.ts'
import {mapInBatches} from './mapInBatches.ts'

const payload = z.object({version: z.string(), documents: z.array(z.string())})

/** What each page is known to show, for as long as this process lives; route handlers share it. */
const known = new Map<Route, ServedState>()

/** What the pages show now: from memory, and where this process has not seen one yet, from its cached payload. */
export async function servedStates(
  fetchText: (path: string) => Promise<string>,
): Promise<ReadonlyMap<Route, ServedState>> {
  const unseen = routes.filter((route) => !known.has(route))
  await mapInBatches(unseen, async (route) => {
    const text = await fetchText(withBasePath(payloadPath('zh', route))).catch(() => '')
    const read = payload.safeParse(parse(text))
    if (read.success && !known.has(route)) known.set(route, {...read.data, verified: false})
  })
  return new Map(known)
}

/** Remembers what all of a page's URLs have been seen to show. */
export function rememberServed(route: Route, state: PageState): void {
  known.set(route, {...state, verified: true})
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
