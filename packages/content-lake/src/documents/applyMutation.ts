import {randomUUID} from 'node:crypto'
import {extractWithPath, Mutation as Patcher} from '@sanity/mutator'
import {isValidId} from '../documentIds.ts'
import {messageOf} from '../errors.ts'
import {isRecord, sizeOf, sizeOfDocument} from '../json.ts'
import type {DocumentInput, JsonValue, LakeDocument, Mutation, MutationTarget, PatchOperations} from '../types.ts'
import {parseDocument} from './parseMutations.ts'
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
      else patch(workspace, id, mutation.patch)
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

/** Patches of one document that are applied in one go. */
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
  for (let start = 0; start < mutations.length; start += AT_ONCE) {
    const [base, part] = [edited, mutations.slice(start, start + AT_ONCE)]
    const apply = () => {
      try {
        return applyPatches(base, part)
      } catch (error) {
        workspace.step = patches[start + firstRefused(base, part)]?.step ?? workspace.step
        throw error
      }
    }
    edited = isQuick(base, part) ? apply() : workspace.limitTime(apply)
    workspace.spendTime()
    yield
  }
  workspace.write(id, {...edited, _rev: workspace.transactionId, _updatedAt: workspace.timestamp}, mutations)
}

/** The position of the first patch that cannot be applied to what those before it leave; 0 if all can. */
function firstRefused(before: LakeDocument, mutations: PatchOfOne[]): number {
  let edited = before
  for (const [position, mutation] of mutations.entries()) {
    try {
      edited = applyPatches(edited, [mutation])
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
  const createdAt = typeof _createdAt === 'string' ? _createdAt : workspace.read(_id)?._createdAt
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

/** Applies patches with the Studio's own code, so that both get the same document. */
function applyPatches(before: LakeDocument, mutations: PatchOfOne[]): LakeDocument {
  const after = edited(before, mutations)
  if (!after || after._id !== before._id) throw invalid(`The _id of document "${before._id}" cannot be changed`)
  if (after._type !== before._type) throw invalid(`The _type of document "${before._id}" cannot be changed`)
  for (const field of OWN_FIELDS) after[field] = before[field]
  return after
}

function edited(before: LakeDocument, mutations: PatchOfOne[]): LakeDocument | null {
  try {
    const result = patched(before, mutations)
    requireFinite(result)
    // Round trip through JSON: the mutator may share values with the patch, and leave undefined ones.
    return JSON.parse(JSON.stringify(result))
  } catch (error) {
    throw invalid(`The patch cannot be applied: ${messageOf(error)}`)
  }
}

function patched(before: LakeDocument, mutations: PatchOfOne[]): ReturnType<Patcher['apply']> {
  let state: ReturnType<Patcher['apply']> = before
  let waiting: PatchOfOne[] = []
  for (const mutation of mutations) {
    const {id, inc, dec, insert, ...first} = mutation.patch
    if (!inc && !dec) {
      waiting.push(mutation)
      continue
    }
    // In the order in which the mutator applies them: `setIfMissing` may have made the number.
    const earlier = [...waiting, ...(Object.keys(first).length > 0 ? [{patch: {id, ...first}}] : [])]
    state = new Patcher({mutations: earlier}).apply(state)
    for (const path of Object.keys({...inc, ...dec})) requireNumber(state, path)
    waiting = [{patch: {id, ...(inc && {inc}), ...(dec && {dec}), ...(insert && {insert})}}]
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

/** Paths such as `..a`, `list[*]`, `list[0:100]`, for which the mutator may take very long. */
const WIDE_PATH = /\.\.|\*|\[[^[\]"]*[:,]/
/** Characters of JSON. */
const LARGE = 128 * 1024
/** Characters of text diffs: what they look for may be far from where they expect it. */
const LONG_DIFF = 4 * 1024

/** Returns whether patches are certainly fast: plain paths and short text diffs, in a document of usual size. */
function isQuick(before: LakeDocument, mutations: PatchOfOne[]): boolean {
  return sizeOfDocument(before) < LARGE && mutations.every(({patch}) => isQuickPatch(patch))
}

function isQuickPatch({set, setIfMissing, unset = [], inc, dec, insert, diffMatchPatch}: PatchOperations): boolean {
  const paths = [set, setIfMissing, inc, dec, diffMatchPatch].flatMap((values) => Object.keys(values ?? {}))
  const places = Object.values(insert ?? {}).filter((place) => typeof place === 'string')
  if ([...paths, ...unset, ...places].some((path) => WIDE_PATH.test(path))) return false
  if (sizeOf({...diffMatchPatch}) > LONG_DIFF) return false
  return paths.length + unset.length < 1000
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
