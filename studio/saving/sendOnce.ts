import {isObject, parseJson} from '../../lib/json.ts'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import type {ConnectionStatus} from './ConnectionStatus.ts'

/** The state of an action without an answer: it was not sent, or it may have been done. */
type Outcome = 'notSent' | 'unknown'

const publishing: Record<Outcome, string> = {
  notSent: hint(
    '什么都没有发布：连不上内容库。恢复连接后请再试一次。',
    'Nothing was published, as the content cannot be reached. Try again once the connection is back.',
  ),
  unknown: hint(
    '没有收到回答，还不知道有没有发布。恢复连接后请先看一看，再决定要不要重试。',
    'No answer came, so it is not known yet whether it was published. Look once the connection is back, before you try again.',
  ),
}

const changing: Record<Outcome, string> = {
  notSent: hint(
    '什么都没有改：连不上内容库。恢复连接后请再试一次。',
    'Nothing was changed, as the content cannot be reached. Try again once the connection is back.',
  ),
  unknown: hint(
    '没有收到回答，还不知道有没有改成。恢复连接后请先看一看，再决定要不要重试。',
    'No answer came, so it is not known yet whether it was changed. Look once the connection is back, before you try again.',
  ),
}

/** Whether a request to the lake's actions changes a release or a version in one. Its dry runs change nothing. */
export function changesRelease(body: string): boolean {
  return /"sanity\.action\.(?:release|document\.version)\./.test(body) && !isDryRun(body)
}

function isDryRun(body: string): boolean {
  const request = parseJson(body)
  return isObject(request) && request.dryRun === true
}

interface Probes {
  /** Asks the lake once. */
  isReachable: () => Promise<boolean>
  /** Asks the lake until it answers, and reports that to the connection. */
  whenReachable: () => Promise<unknown>
}

/**
 * Sends a request that must not be repeated, as the Studio gives it no transaction ID: not at all if the lake is away and
 * `isReachable` finds it so still, so that it certainly had no effect. Throws an error for the editor if no answer came, and
 * has the connection remember its message: Sanity's own goes after five seconds.
 */
export async function sendOnce(
  send: () => Promise<Response | undefined>,
  connection: ConnectionStatus,
  body: string,
  {isReachable, whenReachable}: Probes,
): Promise<Response> {
  const isOffline = globalThis.navigator?.onLine === false
  // A slow answer of another request counts as away, too.
  const isAway = connection.problem === 'away' && !(await isReachable())
  const answer = isAway ? undefined : await send()
  if (answer) {
    connection.tell('unconfirmed', undefined)
    return answer
  }
  const texts = body.includes('"sanity.action.release.publish"') ? publishing : changing
  const message = texts[isAway || isOffline ? 'notSent' : 'unknown']
  connection.tell('unconfirmed', message)
  // Shows the notice of a lost connection, and removes it once the lake answers. The caller gets the error.
  void whenReachable().catch(() => {})
  throw new Error(message)
}
