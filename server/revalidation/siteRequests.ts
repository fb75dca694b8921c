import type {Route} from '../../lib/routes.ts'
import {webhookPath} from '../../sanity/webhook.ts'
import {internalHeader, signInternal} from './internalRequests.ts'
import {readVersion} from './readVersion.ts'
import type {Answer} from './verifyPages.ts'

/** What the site asks of itself over loopback, where it gets what a visitor would get. */
export function siteRequests(origin: string) {
  return {
    async fetchText(path: string): Promise<string> {
      const response = await fetch(origin + path, {cache: 'no-store', redirect: 'manual'})
      // The payload of a hidden page says so, with status 404.
      return response.ok || response.status === 404 ? response.text() : ''
    },

    async ask(url: string): Promise<Answer> {
      const response = await fetch(url, {cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(10_000)})
      return readVersion(response, await response.text())
    },

    /** Tags apply only when a request has been answered, so marking pages once more takes a request of its own. */
    async revalidateAgain(stale: Route[], secret: string): Promise<void> {
      const body = JSON.stringify({again: stale})
      await fetch(origin + webhookPath, {
        method: 'POST',
        cache: 'no-store',
        headers: {
          [internalHeader]: signInternal('again', body, secret, Date.now()),
          'Content-Type': 'application/json',
        },
        body,
      })
    },
  }
}
