import {setTimeout as delay} from 'node:timers/promises'
import {UserError} from './report.ts'

/** For so many milliseconds somebody else may answer, such as a process that is just ending. */
const strangerLimit = 5_000

interface ReadyOptions {
  /** Gives up after so many milliseconds. */
  limit?: number
  /** What the process was started with as `INSTANCE_ID`: an answer without it in `x-instance` is somebody else's. */
  instance?: string
}

/**
 * Resolves once `url` answers with a success, by the process that is meant where `instance` names it.
 *
 * @throws UserError when another program answers, or nobody does within `limit`.
 */
export async function untilReady(url: string, {limit = 60_000, instance}: ReadyOptions = {}): Promise<void> {
  const begun = performance.now()
  let strangerSince: number | undefined
  while (performance.now() - begun < limit) {
    const response = await fetch(url, {redirect: 'manual', signal: AbortSignal.timeout(5000)}).catch(() => undefined)
    await response?.body?.cancel()
    const isOwn = !instance || response?.headers.get('x-instance') === instance
    if (response && response.status < 400 && isOwn) return
    strangerSince = response && !isOwn ? (strangerSince ?? performance.now()) : undefined
    if (strangerSince !== undefined && performance.now() - strangerSince > Math.min(strangerLimit, limit / 2)) {
      throw new UserError(`Another program answers at ${url}. Stop it, or choose another port.`)
    }
    await delay(100)
  }
  throw new UserError(`${url} did not answer within ${limit / 1000} s.`)
}
