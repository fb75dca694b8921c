import type {Route} from '../../lib/routes.ts'
import {mapInBatches} from './mapInBatches.ts'
import {pagesOf} from './targetsOf.ts'

/** Those of a proxy's copies that visitors get. */
const encodings = ['br', 'gzip']

/** How long a page may take, in milliseconds: the old copy ends by itself within a second. */
const patience = 2000

/**
 * Has a proxy in front of the site fetch pages anew, in both languages. What goes wrong is left: no copy is kept for
 * longer than a second anyway.
 */
export async function renewInProxy(routes: readonly Route[], proxyUrl: string): Promise<void> {
  const copies = pagesOf(routes, proxyUrl).flatMap(({url}) => encodings.map((encoding) => ({url, encoding})))
  await mapInBatches(copies, async ({url, encoding}) => {
    const headers = {'Accept-Encoding': encoding, 'Accept-Language': 'zh-CN'}
    const options: RequestInit = {headers, cache: 'no-store', signal: AbortSignal.timeout(patience)}
    await fetch(url, options)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  })
}
