import {askToCompareAll} from './notifySelf.ts'

/** Long enough for a server that still starts, then patient: the content API may be away for long. */
const pauses = [200, 500, 1000, 2000, 5000]

type Wait = (milliseconds: number) => Promise<void>

/**
 * Compares all pages with what is published: a process that ended between a webhook and its pages has left them old, so
 * has a webhook that came while there was no site, and a build from the seed shows nothing else. Goes on until the
 * content API has answered.
 */
export async function catchUp(env: Record<string, string | undefined>, wait: Wait = sleep): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await wait(pauses[Math.min(attempt, pauses.length - 1)] ?? 0)
    if (await askToCompareAll(env)) return
  }
}

/** Does not keep a process alive that has nothing else to do. */
function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
