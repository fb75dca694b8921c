import {applyPatch, type RawPatch} from 'mendoza'
import {isObject} from '../../lib/json.ts'
import type {UndoDirection} from '../../lib/undoKeys.ts'
import {releaseNameOf} from '../../sanity/health/contentDocuments.ts'
import {hasMarker} from '../../sanity/health/placeholders.ts'
import {type Change, changesBetween, invert, type Path} from './changes.ts'

/** A transaction of the content lake's log, with Mendoza patches for each document. */
export interface LogEntry {
  id: string
  author: string
  timestamp: string
  effects?: Record<string, {apply: RawPatch; revert: RawPatch} | null>
}

type Content = Record<string, unknown>

export interface History {
  /** The draft or version that is edited. */
  id: string
  current: Content | undefined
  /** The published document, from which a first edit makes a draft. */
  published?: Content | undefined
  /** The newest first, of both documents. */
  log: readonly LogEntry[]
}

/** The changes that one press of Ctrl+Z undoes. */
export interface Step {
  /** Id of the transaction that ended the step when it was made. An undo and a redo keep it. */
  id: string
  started: number
  ended: number
  /** The changes of each transaction, the oldest first. */
  transactions: Change[][]
}

/** The next one last. */
type Steps = Record<UndoDirection, Step[]>

/** Longest pause within a burst of typing, and longest burst. */
const pauseMs = 3000
const burstMs = 30_000

/** Makes the transaction id that says, in the log itself, which step was undone or redone. */
export function markerOf(direction: UndoDirection, step: Step): string {
  return `${direction}-${crypto.randomUUID().slice(0, 8)}-${step.id}`
}

const marker = /^(undo|redo)-[0-9a-f]{8}-(.+)$/

/**
 * Reads from the log what a person can undo and redo, since the draft was made: publishing or discarding it ends that.
 * The log is all the memory there is, so nothing is lost with a closed browser or a restarted lake.
 */
export function stepsOf(history: History, author: string): Steps {
  let steps: Steps = {undo: [], redo: []}
  let burst: Step | undefined
  for (const {entry, changes} of statesOf(history).filter(({entry}) => entry.author === author)) {
    const time = Date.parse(entry.timestamp)
    const [, direction, id = ''] = marker.exec(entry.id) ?? []
    if (direction === 'undo' || direction === 'redo') {
      burst = undefined
      const [from, to] = direction === 'undo' ? (['undo', 'redo'] as const) : (['redo', 'undo'] as const)
      // A step that is not in the log any more: what was before it is unknown.
      if (!steps[from].some((step) => step.id === id)) steps = {undo: [], redo: []}
      else {
        steps[from] = steps[from].filter((step) => step.id !== id)
        steps[to].push({id, started: time, ended: time, transactions: [changes]})
      }
    } else if (changes.length > 0) {
      steps.redo = []
      if (burst && (continues(burst, changes, time) || fillsNewItem(burst, changes, time))) {
        burst.id = entry.id
        burst.ended = time
        burst.transactions.push(changes)
      } else {
        burst = {id: entry.id, started: time, ended: time, transactions: [changes]}
        steps.undo.push(burst)
      }
    }
  }
  return steps
}

/** Whether changes go on typing in the field of a burst. */
function continues({started, ended, transactions}: Step, changes: Change[], time: number): boolean {
  const [earlier, ...more] = transactions.at(-1) ?? []
  const [change, ...others] = changes
  if (earlier?.kind !== 'value' || change?.kind !== 'value' || more.length > 0 || others.length > 0) return false
  if (isObject(change.after) || Array.isArray(change.after)) return false
  return startsWith(change.path, earlier.path) && time - ended <= pauseMs && time - started <= burstMs
}

/**
 * Whether changes fill in an item that was added empty, as the Studio does with a new block's sample. On a slow machine the
 * sample comes late.
 */
function fillsNewItem({ended, transactions}: Step, changes: Change[], time: number): boolean {
  const [added, ...more] = transactions.flat()
  if (added?.kind !== 'insert' || more.length > 0) return false
  if (time - ended > pauseMs && !hasMarker(changes)) return false
  const item = [...added.path, {_key: added.item._key}]
  return changes.every(
    ({kind, path, ...change}) =>
      kind === 'value' &&
      'before' in change &&
      change.before === undefined &&
      path.length === item.length + 1 &&
      startsWith(path, item),
  )
}

const startsWith = (path: Path, start: Path): boolean =>
  JSON.stringify(path.slice(0, start.length)) === JSON.stringify(start)

/** The draft's transactions since it was made, the oldest first. */
function statesOf({id, current, published, log}: History): {entry: LogEntry; changes: Change[]}[] {
  const found: {entry: LogEntry; changes: Change[]}[] = []
  let after = withoutRevision(current)
  let base = withoutRevision(published)
  for (const entry of log) {
    for (const [documentId, effect] of Object.entries(entry.effects ?? {})) {
      if (!effect || documentId === id) continue
      base = reverted(base, effect.revert)
    }
    const effect = entry.effects?.[id]
    if (!effect) continue
    if (!after) break
    const before = reverted(after, effect.revert)
    const origin = before ?? base
    if (origin) found.unshift({entry, changes: changesBetween(origin, after)})
    if (!before) break
    after = before
  }
  return found
}

/**
 * Lists what was published after a draft, or a version in a release, was begun, and that it lacks: publishing it would take that
 * back. It is complete if the log reaches back to the beginning.
 */
export function missedByDraft({id, current, published, log}: History): {missed: Change[]; isComplete: boolean} {
  let draft = withoutRevision(current)
  let base = withoutRevision(published)
  let isComplete = !current
  for (const [index, {effects}] of log.entries()) {
    for (const [documentId, effect] of Object.entries(effects ?? {})) {
      if (!effect) continue
      if (documentId !== id) base = reverted(base, effect.revert)
      else {
        const before = reverted(draft, effect.revert)
        isComplete = draft !== undefined && !before && !cameBack(id, draft, log.slice(index + 1))
        draft = before
      }
    }
    if (isComplete) break
  }
  if (!current || !published || !base) return {missed: [], isComplete}
  const missed = changesBetween(base, published).filter((change) => invert([[change]], current).patches.length === 0)
  return {missed, isComplete}
}

/** Whether a version began as it was when it was last removed, as in a release that was archived and brought back. */
function cameBack(id: string, version: Content, earlier: readonly LogEntry[]): boolean {
  const removal = earlier.find(({effects}) => effects?.[id])?.effects?.[id]
  const before = releaseNameOf(id) !== undefined && removal ? reverted(undefined, removal.revert) : undefined
  return before !== undefined && changesBetween(before, version).length === 0
}

function reverted(state: Content | undefined, revert: RawPatch): Content | undefined {
  const before: unknown = applyPatch(state ?? null, revert)
  return isObject(before) ? before : undefined
}

function withoutRevision(document: Content | undefined): Content | undefined {
  if (!document) return undefined
  const {_rev, ...rest} = document
  return rest
}

/** Whether a step removed the item with a key. */
export function removes({transactions}: Step, key: string): boolean {
  return transactions.flat().some((change) => change.kind === 'remove' && change.item._key === key)
}

/** Changes of a step to blocks or list items that are not there any more, and the places to name. */
export interface Loss {
  kind: 'deleted' | 'replaced'
  paths: Path[]
}

/**
 * Returns what a step removed of blocks or list items, other than parts of formatted text. Where others came in their place,
 * or more was changed along with it, as by pasting, they were replaced.
 */
export function lossOf({transactions}: Step): Loss | undefined {
  const changes = transactions.flat()
  const removals = changes.filter(isRemoval)
  const [first] = removals
  if (!first) return undefined
  const others = changes.filter((change) => !isRemoval(change))
  const isReplaced =
    others.length > 1 ||
    removals.some(
      (change) =>
        (change.kind === 'value' && !isPart(change.after, change.before)) ||
        others.some(({kind, path}) => kind === 'insert' && JSON.stringify(path) === JSON.stringify(change.path)),
    )
  if (!isReplaced) return {kind: 'deleted', paths: [first.path]}
  const fields = new Set(changes.map(({path}) => path[0]))
  return {kind: 'replaced', paths: [...fields].flatMap((field) => (field === undefined ? [] : [[field]]))}
}

function isRemoval(change: Change): boolean {
  if (change.path.some((segment) => segment === 'children' || segment === 'markDefs')) return false
  if (change.kind === 'remove') return change.item._type !== 'block'
  if (change.kind !== 'value' || !Array.isArray(change.before)) return false
  const left = Array.isArray(change.after) ? change.after.length : 0
  return change.before.length > left && change.before.some((item) => !isObject(item) || item._type !== 'block')
}

/** Whether a list has nothing that was not in another one. */
function isPart(list: unknown, whole: unknown): boolean {
  const texts = new Set(Array.isArray(whole) ? whole.map((item) => JSON.stringify(item)) : [])
  return !Array.isArray(list) || list.every((item) => texts.has(JSON.stringify(item)))
}
