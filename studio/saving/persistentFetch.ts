import {isObject, parseJson} from '../../lib/json.ts'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import type {ConnectionProblem, ConnectionStatus} from './ConnectionStatus.ts'
import {openWithin, readWithin, resumeStream, type Transport} from './resumeStream.ts'
import {changesRelease, sendOnce} from './sendOnce.ts'
import type {UnsavedEdits} from './UnsavedEdits.ts'

/** Timeout of an attempt. The lake answers in milliseconds. */
const ATTEMPT_LIMIT_MS = 10_000
/** As many times longer a read waits for its status: the lake lets a query wait and run for 46 seconds. */
const READ_LIMITS = 6
/** After this time the lake counts as away, while the attempt continues. */
const SLOW_MS = 2000
/** Browsers allow 64 KiB of pending `keepalive` requests. */
const KEEPALIVE_LIMIT = 60_000
let keepaliveBytes = 0
/** Maximum reads during continuous typing. */
const MAX_ROUNDS = 20

/**
 * Returns a `fetch` for the Studio's client that does not lose typed text.
 *
 * - Commits are retried until the lake accepts or refuses them, with the same transaction ID, so that they are applied
 *   once. They wait while somebody else is signed in than the one who opened the page, or, after the session had ended,
 *   somebody who may not make them. They ignore the caller's signal and outlive the page.
 * - Documents are read only after this tab's edits of them are saved, as the Studio replaces its copy with the answer.
 * - Event streams of documents are resumed after a break. The Studio would lock the form if it noticed one.
 * - Other reads of content and event streams wait while the lake is away or nobody is signed in. A tool of the Studio would
 *   show that it crashed, and with it would go the form and what is typed in it.
 * - Commits that the lake refuses are told to the editor, as the Studio takes them back without a word.
 * - Actions on releases are sent once, and the editor is told what is known of one without an answer.
 * - All other writes, such as a note on a review, name the person, too: the lake refuses them if somebody else is signed in.
 *
 * All other requests are passed on unchanged. The Studio itself would retry a commit with a new ID, which applies it twice,
 * and drop all local edits on any 4xx.
 */
export function persistentFetch(
  base: typeof fetch,
  connection: ConnectionStatus,
  edits: UnsavedEdits,
  attemptLimitMs = ATTEMPT_LIMIT_MS,
): typeof fetch {
  edits.tracksCommits = true
  const transport = {base, connection, attemptLimitMs}
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, globalThis.location?.href)
    const {body} = init ?? {}
    if (isCommit(url) && typeof body === 'string') {
      return commit(transport, edits, url, {...init, body})
    }
    if (isAction(url) && typeof body === 'string' && changesRelease(body)) {
      return act(transport, url, {...init, body})
    }
    if (isWrite(url) && !(input instanceof Request)) return write(transport, url, init)
    if (isSnapshot(url)) return readSnapshot(transport, edits, url, init)
    if (isResumable(url)) return resumeStream(transport, url, init)
    const isRepeatable = !(input instanceof Request) && (body == null || typeof body === 'string')
    if (isRead(url) && isRepeatable) return readContent(transport, url, init)
    return base(input, init)
  }
}

const hasTag = (url: URL, tag: string) => `.${url.searchParams.get('tag')}`.endsWith(`.${tag}`)
const isAction = (url: URL) => /\/data\/actions\//.test(url.pathname)
const isWrite = (url: URL) => /\/data\/(?:actions|mutate)\//.test(url.pathname)
const isCommit = (url: URL) => isWrite(url) && hasTag(url, 'document.commit')
const isSnapshot = (url: URL) => /\/data\/doc\//.test(url.pathname) && hasTag(url, 'document.pair.fetch')
const isResumable = (url: URL) =>
  /\/data\/listen\//.test(url.pathname) && url.searchParams.get('enableResume') === 'true'
const isRead = (url: URL) => /\/data\/(?:query|doc|listen|live)\//.test(url.pathname)

function commit(
  {base, connection, attemptLimitMs}: Transport,
  edits: UnsavedEdits,
  url: URL,
  init: RequestInit & {body: string},
): Promise<Response> {
  const size = new TextEncoder().encode(init.body).length
  // Nothing is sent until it is known who is signed in. Leaving the page before that would lose the commit.
  const keepalive = connection.isPersonKnown && keepaliveBytes + size <= KEEPALIVE_LIMIT
  const done = edits.trackCommit(publishedIdsIn(init.body), keepalive)
  if (keepalive) keepaliveBytes += size
  const answer = retryUntilAnswered(connection, async (count) => {
    const obstacle = connection.isPersonKnown ? undefined : await connection.checkPerson()
    if (obstacle) return obstacle
    const signal = AbortSignal.timeout(attemptLimitMs)
    // Retries go without `keepalive`: the browser may have refused the first attempt because of it.
    const request = {...inNameOf(connection, init), keepalive: keepalive && count === 0, signal}
    const answer = await readAnswer(await base(url.href, request), isCommitted)
    // The Studio would drop the edit without telling anybody.
    const isForbidden = answer instanceof Response && answer.status === 403 && connection.wasSignedOut
    if (isForbidden) return 'notAllowed'
    if (answer instanceof Response && !answer.ok) connection.tell('refused', await refusalOf(answer.clone()))
    return answer
  }).finally(() => {
    if (keepalive) keepaliveBytes -= size
    setTimeout(done)
  })
  return new Promise((resolve, reject) => {
    const unsubscribe = edits.onUnload(() => resolve(assumedResponse(init.body)))
    void answer.then(resolve, reject).finally(unsubscribe)
  })
}

/** Names the person to the lake, which refuses the write if another tab has signed in somebody else meanwhile. */
function inNameOf({personId}: ConnectionStatus, init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  if (personId !== undefined) headers.set('lake-person', encodeURIComponent(personId))
  return {...init, headers}
}

/** Sends a write once: whoever made it is told what came of it where they made it. */
async function write({base, connection}: Transport, url: URL, init?: RequestInit): Promise<Response> {
  const answer = await base(url.href, inNameOf(connection, init))
  if (answer.status === 409 && isOtherPerson(parseObject(await answer.clone().text()))) connection.recheckPerson()
  return answer
}

/** The Studio takes refused edits back without a word. */
async function refusalOf(response: Response): Promise<string> {
  const {error} = parseObject(await response.text()) ?? {}
  const reason = isObject(error) && typeof error.description === 'string' ? error.description : String(response.status)
  return hint(
    `刚才的修改被拒绝，没有保存，表单里已经退回。原因：${reason}`,
    `Your last change was refused and is not saved; the form shows what was there before. Reason: ${reason}`,
  )
}

function act(transport: Transport, url: URL, init: RequestInit & {body: string}): Promise<Response> {
  const {base, connection, attemptLimitMs} = transport
  const send = async () => {
    const answer = await write(transport, url, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
    })
    return answer && !(await isAnsweredByProxy(answer)) ? answer : undefined
  }
  const query = new URL(url.href.replace('/data/actions/', '/data/query/'))
  query.search = '?query=1'
  const {method: _method, body, signal: _signal, ...read} = init
  return sendOnce(send, connection, body, {
    isReachable: async () => {
      const probe = {...read, signal: AbortSignal.timeout(attemptLimitMs)}
      const answer = await base(query.href, probe).catch(() => undefined)
      return answer !== undefined && !(await isAnsweredByProxy(answer))
    },
    whenReachable: () => readContent(transport, query, read),
  })
}

function assumedResponse(body: string): Response {
  const text = JSON.stringify({transactionId: parseObject(body)?.transactionId})
  return immediateResponse(text, {headers: {'content-type': 'application/json'}})
}

/**
 * A response whose body is read in a microtask: the next queued commit is sent within the current task, even during unload.
 */
function immediateResponse(text: string, init: ResponseInit): Response {
  // A copy, as Node's encoder returns a view of a larger buffer.
  const {buffer} = new TextEncoder().encode(text).slice()
  return Object.defineProperty(new Response(text, init), 'arrayBuffer', {value: async () => buffer})
}

/** Reads documents again until no edit was pending or made meanwhile. */
async function readSnapshot(
  {base, connection, attemptLimitMs}: Transport,
  edits: UnsavedEdits,
  url: URL,
  init?: RequestInit,
): Promise<Response> {
  const ids = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    .split(',')
    .map(publishedIdOf)
  for (let round = 1; ; round++) {
    await edits.whenSaved(ids)
    const response = await retryUntilAnswered(
      connection,
      async () => readAnswer(await readWithin(READ_LIMITS * attemptLimitMs, base, url, init), isDocuments),
      init?.signal,
    )
    if (round === MAX_ROUNDS || !edits.isUnsaved(ids)) return response
  }
}

/**
 * Reads content. Retries while there is no answer or only that of a proxy, and while nobody is signed in. Once there is a
 * status, the body may take as long as it needs.
 */
function readContent({base, connection, attemptLimitMs}: Transport, url: URL, init?: RequestInit): Promise<Response> {
  const attempt = async () => {
    const response = await openWithin(READ_LIMITS * attemptLimitMs, base, url, init)
    if (response.status === 401) return 'signedOut'
    return (await isAnsweredByProxy(response)) ? 'away' : response
  }
  return retryUntilAnswered(connection, attempt, init?.signal, null)
}

async function isAnsweredByProxy(response: Response): Promise<boolean> {
  if (![502, 503, 504].includes(response.status)) return false
  const body = parseObject(await response.clone().text())
  return body === undefined || !('error' in body)
}

/** Retries until an attempt returns an answer of the lake. One that takes longer than `slowMs` counts as away meanwhile. */
async function retryUntilAnswered(
  connection: ConnectionStatus,
  attempt: (count: number) => Promise<Response | ConnectionProblem>,
  signal?: AbortSignal | null,
  slowMs: number | null = SLOW_MS,
): Promise<Response> {
  const channel = {}
  try {
    for (let count = 0; ; count++) {
      const reportSlow = () => connection.reportFailure(channel, 'away')
      const slow = slowMs === null ? undefined : setTimeout(reportSlow, slowMs)
      const answer = await attempt(count).catch((): ConnectionProblem => 'away')
      clearTimeout(slow)
      if (answer instanceof Response) return answer
      if (signal?.aborted) throw signal.reason
      connection.reportFailure(channel, answer)
      await connection.backOff(count)
    }
  } finally {
    connection.reportSuccess(channel)
  }
}

/** Returns the lake's final answer, else the problem. A proxy in front of the lake may answer anything. */
async function readAnswer(
  response: Response,
  isResult: (body: Record<string, unknown>) => boolean,
): Promise<Response | ConnectionProblem> {
  const {status, headers} = response
  const text = await response.text()
  if (status === 401) return 'signedOut'
  const isTransient = status >= 500 || status === 408 || status === 425 || status === 429
  const body = parseObject(text)
  if (status === 409 && isOtherPerson(body)) return 'otherPerson'
  const isFinal = response.ok ? body !== undefined && isResult(body) : !isTransient && isRefusal(status, body)
  if (!isFinal) return 'away'
  return immediateResponse(text, {status, headers: {'content-type': headers.get('content-type') ?? ''}})
}

const isCommitted = ({transactionId}: Record<string, unknown>) => typeof transactionId === 'string'
const isOtherPerson = (body: Record<string, unknown> | undefined) =>
  isObject(body?.error) && body.error.type === 'otherPersonError'
const isDocuments = ({documents}: Record<string, unknown>) => Array.isArray(documents)

/** 413 is final from any sender. Other refusals count only with the lake's own error body. */
const isRefusal = (status: number, body: Record<string, unknown> | undefined) =>
  status === 413 || (body !== undefined && 'error' in body)

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}

/** Ids of the documents in a commit's actions or mutations. */
function publishedIdsIn(body: string): string[] {
  const {actions, mutations} = parseObject(body) ?? {}
  const steps = [actions, mutations].flatMap((list) => (Array.isArray(list) ? list : []))
  const ids = steps.flatMap((step) => (isObject(step) ? [step, ...Object.values(step)] : []))
  const named = ids.flatMap((step) => (isObject(step) ? [step.publishedId, step._id, step.id] : []))
  return [...new Set(named.filter((id) => typeof id === 'string').map(publishedIdOf))]
}

const publishedIdOf = (id: string) => id.replace(/^drafts\.|^versions\.[^.]+\./, '')
