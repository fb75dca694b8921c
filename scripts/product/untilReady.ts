import {setTimeout as delay} from 'node:timers/promises'
import {UserError} from './report.ts'

/** Time in milliseconds in which another process may still answer, such as one that is exiting. */
const strangerLimit = 5_000

interface ReadyOptions {
  /** Timeout in milliseconds. */
  limit?: number
  /** What to do about a process that does not answer in time, as sentences. */
  remedy?: string
  /** `INSTANCE_ID` of the process, expected in the header `x-instance`. */
  instance?: string
}

const busy =
  'The messages above may say why. If not, other programs use up the processor or the disk: run the command again once they are done.'

/**
 * Polls `url` until it responds with success, from the process `instance` if given.
 *
 * @throws UserError if another program responds, or none within `limit`.
 */
export async function untilReady(
  url: string,
  {limit = 60_000, instance, remedy = busy}: ReadyOptions = {},
): Promise<void> {
  const begun = performance.now()
  let strangerSince: number | undefined
  while (performance.now() - begun < limit) {
    const response = await fetch(url, {redirect: 'manual', signal: AbortSignal.timeout(5000)}).catch(() => undefined)
    await response?.body?.cancel()
    const isOwn = !instance || response?.headers.get('x-instance') === instance
    if (response && response.status < 400 && isOwn) return
    strangerSince = response && !isOwn ? (strangerSince ?? performance.now()) : undefined
    if (strangerSince !== undefined && performance.now() - strangerSince > Math.min(strangerLimit, limit / 2)) {
      throw new UserError(
        response && response.status >= 500
          ? `${url} answers with ${response.status}; the messages above may say why. If it is another program that answers, stop it, or choose another port.`
          : `Another program answers at ${url}. Stop it, or choose another port.`,
      )
    }
    await delay(100)
  }
  throw new UserError(`${url} did not answer within ${limit / 1000} s. ${remedy}`)
}
