import {randomUUID} from 'node:crypto'
import {extractWithPath, Mutation as Patcher} from '@sanity/mutator'
import {isValidId} from '../documentIds.ts'
import {messageOf} from '../errors.ts'
import {isRecord, sizeOfDocument} from '../json.ts'
import type {
  DocumentInput,
  JsonValue,
  LakeDocument,
  Mutation,
  MutationTarget,
  PatchInsert,
  PatchOperations,
} from '../types.ts'
import {creationTime, parseDocument} from './parseMutations.ts'
import {alreadyExists, documentNotFound, invalid, requireRevision} from './TransactionError.ts'
import type {Workspace} from './Workspace.ts'
import {finish, type Work} from './work.ts'

export type SelectIds = (target: MutationTarget, workspace: Workspace) => string[]

/** Applies a mutation to its documents, one at a step. */
export function* applyMutation(workspace: Workspace, mutation: Mutation, selectIds: SelectIds): Work {
  if ('create' in mutation) create(workspace, mutation.create)
  else if ('createIfNotExists' in mutation) createIfNotExists(workspace, mutation.createIfNotExists)
  else if ('createOrReplace' in mutation) createOrReplace(workspace, mutation.createOrReplace)
  else {
    for (const id of targetIds('delete' in mutation ? mutation.delete : mutation.patch)) {
      if ('delete' in mutation) remove(workspace, id)
      else yield* patchInSteps(workspace, id, [{step: workspace.step, patch: mutation.patch}])
      yield
    }
  }

  function targetIds(target: MutationTarget): string[] {
    if (target.id !== undefined) return Array.isArray(target.id) ? target.id : [target.id]
    if (target.query === undefined) throw invalid('A delete or patch needs an id or a query')
    return selectIds(target, workspace)
  }
}

/** Creates a document. Without an id, or with one that ends in a dot, an id is generated. */
export function create(workspace: Workspace, input: DocumentInput): void {
  const document = complete(workspace, input)
  if (workspace.read(document._id)) throw alreadyExists(document._id)
  workspace.write(document._id, document, [{create: document}])
}

function createIfNotExists(workspace: Workspace, input: DocumentInput): void {
  const document = complete(workspace, input)
  if (workspace.read(document._id)) workspace.note(document._id, 'none')
  else workspace.write(document._id, document, [{createIfNotExists: document}])
}

export function createOrReplace(workspace: Workspace, input: DocumentInput): void {
  const document = complete(workspace, input)
  workspace.write(document._id, document, [{createOrReplace: document}])
}

export function remove(workspace: Workspace, id: string): void {
  if (workspace.read(id)) workspace.write(id, null, [{delete: {id}}])
}

type Patch = MutationTarget & PatchOperations

/** A patch, and the step of the transaction that makes it. */
export interface PatchOfStep {
  step: number
  patch: Patch
}

type PatchOfOne = {patch: PatchOperations & {id: string}}

/** Patches a document. A patch without effect still makes a new revision: the Studio waits for an event for each. */
export function patch(workspace: Workspace, id: string, operations: Patch): void {
  finish(patchInSteps(workspace, id, [{step: workspace.step, patch: operations}]))
}

/** Operations of patches of one document that are applied in one go. */
const AT_ONCE = 100

/** Patches a document by many patches, which are one write. */
export function* patchInSteps(workspace: Workspace, id: string, patches: PatchOfStep[]): Work {
  const before = workspace.read(id)
  if (!before) throw documentNotFound(id)
  const mutations = patches.map(({step, patch}, index) => {
    const {query: _query, params: _params, ifRevisionID, id: _id, ...edits} = patch
    workspace.step = step
    requireRevision(id, index === 0 ? before._rev : workspace.transactionId, ifRevisionID)
    return {patch: {id, ...edits}}
  })
  let edited = before
  let waiting: Edit[] = []
  const applyWaiting = () => {
    const [base, edits] = [edited, waiting]
    const apply = () => {
      try {
        return applyEdits(base, edits)
      } catch (error) {
        workspace.step = edits[firstRefused(base, edits)]?.step ?? workspace.step
        throw error
      }
    }
    edited = isQuick(base, edits) ? apply() : workspace.limitTime(apply)
    waiting = []
    workspace.spendTime()
  }
  for (const [index, mutation] of mutations.entries()) {
    const step = patches[index]?.step ?? workspace.step
    for (const {path, operation} of operationsOf(mutation.patch)) {
      waiting.push({path, step, mutation: {patch: {id, ...operation}}})
      if (waiting.length < AT_ONCE) continue
      applyWaiting()
      yield
    }
  }
  if (waiting.length > 0) applyWaiting()
  workspace.write(id, {...edited, _rev: workspace.transactionId, _updatedAt: workspace.timestamp}, mutations)
}

/** One operation of a patch, and the step of the transaction that it belongs to. */
interface Edit {
  path: string
  step: number
  mutation: PatchOfOne
}

/** The operations of a patch, one for each path, in the order in which the mutator applies them. */
function* operationsOf(patch: PatchOperations): Generator<{path: string; operation: PatchOperations}> {
  const {setIfMissing = {}, set = {}, unset = [], diffMatchPatch = {}, inc = {}, dec = {}, insert} = patch
  for (const [path, value] of Object.entries(setIfMissing)) yield {path, operation: {setIfMissing: {[path]: value}}}
  for (const [path, value] of Object.entries(set)) yield {path, operation: {set: {[path]: value}}}
  for (const path of unset) yield {path, operation: {unset: [path]}}
  for (const [path, value] of Object.entries(diffMatchPatch)) yield {path, operation: {diffMatchPatch: {[path]: value}}}
  for (const [path, value] of Object.entries(inc)) yield {path, operation: {inc: {[path]: value}}}
  for (const [path, value] of Object.entries(dec)) yield {path, operation: {dec: {[path]: value}}}
  if (insert) yield {path: placeOf(insert), operation: {insert}}
}

const placeOf = (insert: PatchInsert): string =>
  'before' in insert ? insert.before : 'after' in insert ? insert.after : insert.replace

/** The position of the first edit that cannot be applied to what those before it leave; 0 if all can. */
function firstRefused(before: LakeDocument, edits: Edit[]): number {
  let edited = before
  for (const [position, edit] of edits.entries()) {
    try {
      edited = applyEdits(edited, [edit])
    } catch {
      return position
    }
  }
  return 0
}

/** The stored form: JSON values, with the lake's own fields filled in. */
function complete(workspace: Workspace, input: DocumentInput): LakeDocument {
  const {_id: id, _type, _rev: _ignored, _createdAt, ...fields} = input
  if (typeof _type !== 'string' || _type === '') throw invalid('The document has no _type')
  const _id = completeId(id)
  // Not what an import, or a document that an earlier version took, has in its place.
  const createdAt = creationTime(_createdAt) ?? workspace.read(_id)?._createdAt
  const own = {
    _id,
    _type,
    _rev: workspace.transactionId,
    _createdAt: createdAt ?? workspace.timestamp,
    _updatedAt: workspace.timestamp,
  }
  const content: [string, JsonValue][] = []
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && !Object.hasOwn(own, field)) content.push([field, value])
  }
  // `fromEntries`, as assignment would interpret `__proto__`.
  return {...own, ...Object.fromEntries(content)}
}

function completeId(id: string | undefined): string {
  if (id === undefined || id === '') return randomUUID()
  const completed = id.endsWith('.') ? `${id}${randomUUID()}` : id
  if (!isValidId(completed)) throw invalid(`"${id}" is not a valid document ID`)
  return completed
}

/** Fields that a patch cannot change. */
const OWN_FIELDS = ['_id', '_type', '_createdAt'] as const

/** Applies edits with the Studio's own code, so that both get the same document. */
function applyEdits(before: LakeDocument, edits: Edit[]): LakeDocument {
  for (const {path} of edits) requirePath(path)
  const after = edited(before, edits)
  if (!after || after._id !== before._id) throw invalid(`The _id of document "${before._id}" cannot be changed`)
  if (after._type !== before._type) throw invalid(`The _type of document "${before._id}" cannot be changed`)
  for (const field of OWN_FIELDS) after[field] = before[field]
  return after
}

function edited(before: LakeDocument, edits: Edit[]): LakeDocument | null {
  try {
    const result = patched(before, edits)
    requireFinite(result)
    // Round trip through JSON: the mutator may share values with the patch, and leave undefined ones.
    return JSON.parse(JSON.stringify(result))
  } catch (error) {
    throw invalid(`The patch cannot be applied: ${messageOf(error)}`)
  }
}

function patched(before: LakeDocument, edits: Edit[]): ReturnType<Patcher['apply']> {
  let state: ReturnType<Patcher['apply']> = before
  let waiting: PatchOfOne[] = []
  for (const {path, mutation} of edits) {
    // What comes before it may have made the number.
    if (mutation.patch.inc || mutation.patch.dec) {
      state = new Patcher({mutations: waiting}).apply(state)
      waiting = []
      requireNumber(state, path)
    }
    waiting.push(mutation)
  }
  return new Patcher({mutations: waiting}).apply(state)
}

/** Throws for values that the mutator would silently leave unchanged. */
function requireNumber(document: unknown, path: string): void {
  const found = extractWithPath(path, document)
  if (found.length === 0) throw new Error(`"${path}" cannot be counted up or down, as it is not present`)
  if (found.every(({value}) => typeof value === 'number')) return
  throw new Error(`"${path}" cannot be counted up or down, as it is no number`)
}

/** Throws for what JSON would turn into null: a sum beyond the range, or `1e999`, which is infinite once it was parsed. */
function requireFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Error('a number is beyond the range of a 64-bit float')
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) requireFinite(item)
}

/** Characters of a path: its memory and time grow faster than its length. docs/limits.md lists it. */
const MAX_PATH_LENGTH = 4096
/** Names, positions and keys, which are certainly understood. */
const PLAIN_PATH = /^[a-z_]\w*(?:\.[a-z_]\w*|\[-?\d+\]|\[_key ?== ?"[^"\\]*"\])*$/i
/** A value of a constraint, as in `list[_key == "a:b"]`, or the name of an attribute, as in `['a:b']`. */
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs
/** The mutator lists each position of a range, whether there is an item or not. */
const WIDE_RANGE = /:\s*-?\d{6}|\d{6}[.\d]*\s*:/
const MAX_RANGES = 10

/** Throws TransactionError for a path that the mutator would follow only in part, or at any cost. */
function requirePath(path: string): void {
  const refuse = (reason: string) => invalid(`The patch cannot be applied: ${reason}`)
  if (path.length > MAX_PATH_LENGTH) throw refuse(`a path is longer than ${MAX_PATH_LENGTH} characters`)
  const unquoted = path.replace(QUOTED, '""')
  const quoted = (path.match(QUOTED) ?? []).filter((text) => text.startsWith("'"))
  // The prototype would be changed, and not the document. The mutator drops backslashes.
  if ([unquoted, ...quoted].some((text) => /(?<!\w)__proto__(?!\w)/.test(text.replaceAll('\\', ''))))
    throw refuse(`"${path}" names the reserved field "__proto__"`)
  if (PLAIN_PATH.test(path)) return
  if (WIDE_RANGE.test(unquoted) || unquoted.split(':').length > MAX_RANGES + 1)
    throw refuse(`"${path}" has ranges of too many positions; leave out the end, as in [0:]`)
  if (!isWhole(path)) throw refuse(`"${path}" is no path from its beginning to its end`)
}

/** The mutator ignores what comes behind a path, as in `title en`: it does not notice there that a dot needs a name behind it. */
function isWhole(path: string): boolean {
  try {
    extractWithPath(`${path}.`, {})
    return false
  } catch {
    return true
  }
}

/** Characters of JSON. */
const LARGE = 16 * 1024
/** Characters of a path. */
const LONG_PATH = 500
/** Characters of text diffs: what they look for may be far from where they expect it. */
const LONG_DIFF = 4 * 1024

/** Returns whether edits are certainly fast: plain paths and short text diffs, in a document of usual size. */
function isQuick(before: LakeDocument, edits: Edit[]): boolean {
  let diffs = 0
  for (const {path, mutation} of edits) {
    if (path.length > LONG_PATH || !PLAIN_PATH.test(path)) return false
    diffs += mutation.patch.diffMatchPatch?.[path]?.length ?? 0
  }
  return diffs < LONG_DIFF && sizeOfDocument(before) < LARGE
}

export function copyOf(document: LakeDocument, id: string): DocumentInput {
  const {_rev, _updatedAt, _system, ...content} = document
  return {...content, _id: id}
}

/** The published document that a draft or version becomes, replacing the one of before. */
export function publishedCopyOf(document: LakeDocument, id: string, published: LakeDocument | null): DocumentInput {
  const {_createdAt, _rev, _updatedAt, _system, ...content} = document
  return {
    ...parseDocument(strengthenReferences(content)),
    _id: id,
    _createdAt: published?._createdAt ?? _createdAt,
  }
}

/** Makes references strong that were weak only as their target was unpublished, unless the schema wants them weak. */
function strengthenReferences(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(strengthenReferences)
  if (!isRecord(value)) return value
  const {_strengthenOnPublish: note, ...rest} = value
  if (isRecord(note) && note.weak !== true) delete rest._weak
  return Object.fromEntries(Object.entries(rest).map(([name, item]) => [name, strengthenReferences(item)]))
}
