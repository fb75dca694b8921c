import type {Reachability, Trouble} from './Reachability.ts'
import {resumeStream} from './resumeStream.ts'
import type {UnsavedEdits} from './UnsavedEdits.ts'

/** An attempt without an answer after this time is given up and made anew: the lake answers in milliseconds. */
const ATTEMPT_LIMIT_MS = 10_000
/** Without an answer for so long the lake counts as away, though the attempt goes on. */
const SLOW_MS = 2000
/** Browsers send no more than 64 KiB at a time for pages that are gone. */
const KEEPALIVE_LIMIT = 60_000
let outlivingBytes = 0
/** Someone who types without a pause is not waited for any longer. */
const MAX_ROUNDS = 20

/**
 * A `fetch` for the Studio's client that does not let go of what was typed.
 *
 * - A commit of edits is sent until the lake has taken or refused it, each time under its own transaction ID, so that it
 *   is applied once. It outlives the page, and whoever asked for it.
 * - A document is read only after this tab's own edits of it are saved: the Studio replaces its copy with the answer.
 * - The event stream of a document resumes where it broke off. Told of a break, the Studio would lock the form.
 *
 * Every other request goes through untouched. The Studio would retry a commit under a new ID each time, which applies it
 * twice, and drop all local edits on any 4xx.
 */
export function persistentFetch(
  base: typeof fetch,
  reach: Reachability,
  edits: UnsavedEdits,
  attemptLimitMs = ATTEMPT_LIMIT_MS,
): typeof fetch {
  edits.isToldOfCommits = true
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, globalThis.location?.href)
    const {body} = init ?? {}
    if (isCommit(url) && typeof body === 'string') {
      return commit(base, reach, edits, url, {...init, body}, attemptLimitMs)
    }
    if (isSnapshot(url)) return readSnapshot(base, reach, edits, url, init)
    if (isResumable(url)) return resumeStream(base, reach, url, init, attemptLimitMs)
    return base(input, init)
  }
}

const hasTag = (url: URL, tag: string) => `.${url.searchParams.get('tag')}`.endsWith(`.${tag}`)
const isCommit = (url: URL) => /\/data\/(?:actions|mutate)\//.test(url.pathname) && hasTag(url, 'document.commit')
const isSnapshot = (url: URL) => /\/data\/doc\//.test(url.pathname) && hasTag(url, 'document.pair.fetch')
const isResumable = (url: URL) =>
  /\/data\/listen\//.test(url.pathname) && url.searchParams.get('enableResume') === 'true'

function commit(
  base: typeof fetch,
  reach: Reachability,
  edits: UnsavedEdits,
  url: URL,
  init: RequestInit & {body: string},
  attemptLimitMs: number,
): Promise<Response> {
  const size = new TextEncoder().encode(init.body).length
  const keepalive = outlivingBytes + size <= KEEPALIVE_LIMIT
  const done = edits.sending(publishedIdsIn(init.body), keepalive)
  if (keepalive) outlivingBytes += size
  const answer = untilAnswered(reach, async (count) => {
    const signal = AbortSignal.timeout(attemptLimitMs)
    // Later attempts go without it: a browser may have refused the first one because of it.
    const request = {...init, keepalive: keepalive && count === 0, signal}
    return readAnswer(await base(url.href, request), isCommitted)
  }).finally(() => {
    if (keepalive) outlivingBytes -= size
    setTimeout(done)
  })
  return Promise.race([answer, edits.handedOver.then(() => assumedAnswer(init.body))])
}

function assumedAnswer(body: string): Response {
  const text = JSON.stringify({transactionId: parseObject(body)?.transactionId})
  return promptResponse(text, {headers: {'content-type': 'application/json'}})
}

/**
 * A response that is read without a task of its own: what follows from it, the next commit of the queue, is on its way
 * before anything else happens, even in a page that ends.
 */
function promptResponse(text: string, init: ResponseInit): Response {
  // A copy, since Node's encoder returns a part of a larger buffer.
  const {buffer} = new TextEncoder().encode(text).slice()
  return Object.defineProperty(new Response(text, init), 'arrayBuffer', {value: async () => buffer})
}

/** Reads documents until no edit of them is on its way or was made while they were read. */
async function readSnapshot(
  base: typeof fetch,
  reach: Reachability,
  edits: UnsavedEdits,
  url: URL,
  init?: RequestInit,
): Promise<Response> {
  const ids = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    .split(',')
    .map(publishedIdOf)
  for (let round = 1; ; round++) {
    await edits.settled(ids)
    const response = await untilAnswered(
      reach,
      async () => readAnswer(await base(url.href, init), isDocuments),
      init?.signal,
    )
    if (round === MAX_ROUNDS || !edits.isUnsaved(ids)) return response
  }
}

/** Repeats an attempt until it returns an answer of the lake. */
async function untilAnswered(
  reach: Reachability,
  attempt: (count: number) => Promise<Response | Trouble>,
  signal?: AbortSignal | null,
): Promise<Response> {
  const channel = {}
  try {
    for (let count = 0; ; count++) {
      const slow = setTimeout(() => reach.failed(channel, 'away'), SLOW_MS)
      const answer = await attempt(count).catch((): Trouble => 'away')
      clearTimeout(slow)
      if (answer instanceof Response) return answer
      if (signal?.aborted) throw signal.reason
      reach.failed(channel, answer)
      await reach.pause(count)
    }
  } finally {
    reach.worked(channel)
  }
}

/** An answer that is the lake's own and final; otherwise what is wrong. Whatever stands before the lake may say anything. */
async function readAnswer(
  response: Response,
  isResult: (body: Record<string, unknown>) => boolean,
): Promise<Response | Trouble> {
  const {status, headers} = response
  const text = await response.text()
  if (status === 401) return 'signedOut'
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429
  const body = parseObject(text)
  const isFinal = response.ok ? body !== undefined && isResult(body) : !isPassing && isRefusal(status, body)
  if (!isFinal) return 'away'
  return promptResponse(text, {status, headers: {'content-type': headers.get('content-type') ?? ''}})
}

const isCommitted = ({transactionId}: Record<string, unknown>) => typeof transactionId === 'string'
const isDocuments = ({documents}: Record<string, unknown>) => Array.isArray(documents)

/** A body that is too large stays so, whoever says it. Any other refusal counts only in the lake's own words. */
const isRefusal = (status: number, body: Record<string, unknown> | undefined) =>
  status === 413 || (body !== undefined && 'error' in body)

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The documents that a commit changes: those of its actions or mutations. */
function publishedIdsIn(body: string): string[] {
  const {actions, mutations} = parseObject(body) ?? {}
  const steps = [actions, mutations].flatMap((list) => (Array.isArray(list) ? list : []))
  const ids = steps.flatMap((step) => (isRecord(step) ? [step, ...Object.values(step)] : []))
  const named = ids.flatMap((step) => (isRecord(step) ? [step.publishedId, step._id, step.id] : []))
  return [...new Set(named.filter((id) => typeof id === 'string').map(publishedIdOf))]
}

const publishedIdOf = (id: string) => id.replace(/^drafts\.|^versions\.[^.]+\./, '')
