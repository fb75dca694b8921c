import type {PatchOperations, SanityClient} from '@sanity/client'
import {getPublishedId, isVersionId, type SanityDocument} from 'sanity'
import {isObject} from '../../lib/json.ts'
import type {UndoDirection} from '../../lib/undoKeys.ts'
import {retryConflicts} from '../lake/retryConflicts.ts'
import {readWithin} from '../saving/resumeStream.ts'
import {connection} from '../saving/saving.ts'
import {type Change, invert, type Path} from './changes.ts'
import {type History, type LogEntry, markerOf, missedByDraft, type Step, stepsOf} from './steps.ts'

/** Transactions to look back. */
const logLimit = 300
/** Transactions to look back for the beginning of a draft. A minute of typing makes some two hundred. */
const longLogLimit = 5000

/** For its first byte: the lake may let it wait behind others. */
const logTimeoutMs = 30_000

/** Attempts to read a state and its log that fit together. */
const attempts = 8
const pauseMs = 250

/** Attempts to reach the content lake, about twenty seconds. */
const maxRetries = 80

type Steps = ReturnType<typeof stepsOf>

export interface Outcome {
  /** The step that was taken back or given again. Undefined: there is none. */
  step: Step | undefined
  document?: SanityDocument
  done: Change[]
  /** Changes that were skipped: somebody else has changed the value since, or it cannot be edited. */
  refused: Change[]
}

interface Read extends Steps {
  current: SanityDocument | undefined
}

/** The id of the draft or version that edits of the form's document go to. */
export function editedId(id: string): string {
  return isVersionId(id) ? id : `drafts.${getPublishedId(id)}`
}

/** Reads what a person can undo and redo in a draft or version. Waits for a content lake that is away for a moment. */
export async function readSteps(client: SanityClient, id: string, author: string): Promise<Read> {
  const channel = {}
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readOnce(client, id, author)
      } catch (error) {
        if (attempt === maxRetries || !isTransient(error)) throw error
        connection.reportFailure(channel, 'away')
        await pause()
      }
    }
  } finally {
    connection.reportSuccess(channel)
  }
}

/** Returns whether the content lake is away: the request has failed without a status, or with a server error. */
function isTransient(error: unknown): boolean {
  const status = isObject(error) ? error.statusCode : undefined
  return typeof status !== 'number' || status >= 500
}

async function readOnce(client: SanityClient, id: string, author: string): Promise<Read> {
  const ids: [string] | [string, string] = isVersionId(id) ? [id] : [id, getPublishedId(id)]
  const {isWhole, ...history} = await readHistory(client, ids, logLimit)
  return {current: history.current, ...stepsOf({...history, current: isWhole ? history.current : undefined}, author)}
}

/** Lists what was published after a draft, or a version in a release, was begun and is not in it. */
export async function readMissed(client: SanityClient, id: string): Promise<Change[]> {
  let found: Change[] = []
  // The longer log is read only if the draft did not begin within the shorter one, as on a page that is years old.
  for (const limit of [logLimit, longLogLimit]) {
    const {isWhole, ...history} = await readHistory(client, [id, getPublishedId(id)], limit)
    if (!isWhole) return []
    const {missed, isComplete} = missedByDraft(history)
    found = missed
    if (isComplete || history.log.length < limit) break
  }
  return found
}

type ReadHistory = History & {
  current: SanityDocument | undefined
  /** The documents and the log fit together. */
  isWhole: boolean
}

/** Reads a draft or version, and what is published of it if that is asked for, with the log of both. */
async function readHistory(
  client: SanityClient,
  ids: [edited: string] | [edited: string, published: string],
  limit: number,
): Promise<ReadHistory> {
  const [id] = ids
  for (let attempt = 1; ; attempt += 1) {
    const log = await readLog(client, ids, limit)
    const documents = await client.getDocuments<SanityDocument>(ids)
    const [current, published] = ids.map(
      (wanted) => documents.find((document) => document?._id === wanted) ?? undefined,
    )
    // The log of hosted Sanity may lag behind, and somebody may write between the two answers.
    const isWhole = ids.every((wanted) => {
      const newest = log.find(({effects}) => effects?.[wanted])
      const document = documents.find((document) => document?._id === wanted)
      return !document || !newest || newest.id === document._rev
    })
    if (isWhole || attempt === attempts) return {id, current, published, log, isWhole}
    await pause()
  }
}

interface Request {
  id: string
  author: string
  direction: UndoDirection
  /** Which steps qualify; the last one is taken. */
  wanted: (step: Step) => boolean
  canEdit: (document: SanityDocument, path: Path) => boolean
}

/** Undoes or redoes one step, with patches that the content lake rejects if the document has changed meanwhile. */
export async function takeStep(
  client: SanityClient,
  {id, author, direction, wanted, canEdit}: Request,
): Promise<Outcome> {
  return retryConflicts(async () => {
    const {current, ...steps} = await readSteps(client, id, author)
    const step = steps[direction].findLast(wanted)
    if (!current || !step) return {step: undefined, done: [], refused: []}
    const allowed = step.transactions.map((changes) => changes.filter(({path}) => canEdit(current, path)))
    const locked = step.transactions.flat().filter((change) => !allowed.flat().includes(change))
    const {patches, conflicts, reverted} = invert(allowed, current)
    const outcome: Outcome = {step, document: current, done: reverted, refused: [...conflicts, ...locked]}
    await commitPatches(client, current, patches, markerOf(direction, step))
    return outcome
  })
}

/**
 * Commits patches of a draft or a version, unless somebody has changed it since it was read.
 *
 * @throws with the status 409 if somebody has.
 */
export async function commitPatches(
  client: SanityClient,
  {_id: id, _rev}: SanityDocument,
  [first, ...rest]: readonly PatchOperations[],
  transactionId: string = crypto.randomUUID(),
): Promise<void> {
  if (!first) return
  const mutations = [{patch: {id, ifRevisionID: _rev, ...first}}, ...rest.map((patch) => ({patch: {id, ...patch}}))]
  await client.mutate(mutations, {transactionId, tag: 'document.commit', returnDocuments: false})
}

/** Reads the newest transactions, as the Studio's own history does. */
export async function readLog(client: SanityClient, ids: string[], limit = logLimit): Promise<LogEntry[]> {
  const {dataset, token} = client.config()
  const query = new URLSearchParams({
    tag: 'sanity.studio.undo',
    effectFormat: 'mendoza',
    excludeContent: 'true',
    excludeMutations: 'true',
    includeIdentifiedDocumentsOnly: 'true',
    reverse: 'true',
    limit: String(limit),
  })
  const url = new URL(client.getUrl(`/data/history/${dataset}/transactions/${ids.join(',')}?${query}`))
  const request: RequestInit = token ? {headers: {authorization: `Bearer ${token}`}} : {credentials: 'include'}
  const response = await readWithin(logTimeoutMs, fetch, url, request)
  if (!response.ok) {
    const reason = `${response.status} ${response.statusText}`
    throw Object.assign(new Error(reason), {statusCode: response.status})
  }
  const lines = (await response.text()).split('\n').filter((line) => line.trim())
  return lines.map((line): unknown => JSON.parse(line)).filter(isEntry)
}

function isEntry(value: unknown): value is LogEntry {
  return isObject(value) && ['id', 'author', 'timestamp'].every((name) => typeof value[name] === 'string')
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))
