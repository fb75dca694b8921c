import {setTimeout as delay} from 'node:timers/promises'

/** Resolves when `url` answers with a status below 500; gives up after `limit` milliseconds. */
export async function untilReady(url: string, limit = 60_000): Promise<void> {
  const end = performance.now() + limit
  while (performance.now() < end) {
    const status = await fetch(url, {redirect: 'manual', signal: AbortSignal.timeout(5000)}).then(
      (response) => response.status,
      () => 500,
    )
    if (status < 500) return
    await delay(100)
  }
  throw new Error(`${url} did not answer within ${limit / 1000} s`)
}
