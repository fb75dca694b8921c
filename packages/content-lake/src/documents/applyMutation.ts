import {randomUUID} from 'node:crypto'
import type {DocumentInput, JsonValue, LakeDocument, Mutation, MutationTarget, PatchOperations} from '../types.ts'
import {applyPatch, isQuick} from './applyPatch.ts'
import {isValidId} from './documentIds.ts'
import {alreadyExists, documentNotFound, invalid, requireRevision} from './Refusal.ts'
import type {Workspace} from './Workspace.ts'

/** Finds the ids of the documents that a query selects, as the transaction sees them. */
export type SelectIds = (target: MutationTarget, workspace: Workspace) => string[]

/** Applies one mutation to the workspace. Throws Refusal. */
export function applyMutation(workspace: Workspace, mutation: Mutation, selectIds: SelectIds): void {
  if ('create' in mutation) create(workspace, mutation.create)
  else if ('createIfNotExists' in mutation) createIfNotExists(workspace, mutation.createIfNotExists)
  else if ('createOrReplace' in mutation) createOrReplace(workspace, mutation.createOrReplace)
  else if ('delete' in mutation) for (const id of targetIds(mutation.delete)) remove(workspace, id)
  else for (const id of targetIds(mutation.patch)) patch(workspace, id, mutation.patch)

  function targetIds(target: MutationTarget): string[] {
    if (target.id !== undefined) return Array.isArray(target.id) ? target.id : [target.id]
    if (target.query === undefined) throw invalid('A delete or patch needs an id or a query')
    return selectIds(target, workspace)
  }
}

/** Adds a document; one without an id, or with an id that ends with a dot, gets one of its own. */
export function create(workspace: Workspace, input: DocumentInput): void {
  const document = complete(workspace, input)
  if (workspace.see(document._id)) throw alreadyExists(document._id)
  workspace.write(document._id, document, {create: document})
}

function createIfNotExists(workspace: Workspace, input: DocumentInput): void {
  const document = complete(workspace, input)
  if (workspace.see(document._id)) workspace.note(document._id, 'none')
  else workspace.write(document._id, document, {createIfNotExists: document})
}

/** Puts a document in the place of whatever has its id. */
export function createOrReplace(workspace: Workspace, input: DocumentInput): void {
  const document = complete(workspace, input)
  workspace.write(document._id, document, {createOrReplace: document})
}

/** Removes a document. One that does not exist is as good as removed. */
export function remove(workspace: Workspace, id: string): void {
  if (workspace.see(id)) workspace.write(id, null, {delete: {id}})
}

/**
 * Edits a document. An edit that changes nothing still makes a new revision: the Studio waits for the event of every
 * edit that it sends.
 */
export function patch(workspace: Workspace, id: string, operations: MutationTarget & PatchOperations): void {
  const {query: _query, params: _params, ifRevisionID, id: _id, ...edits} = operations
  const before = workspace.see(id)
  if (!before) throw documentNotFound(id)
  requireRevision(id, before._rev, ifRevisionID)
  const edited = isQuick(before, edits)
    ? applyPatch(before, edits)
    : workspace.limitTime(() => applyPatch(before, edits))
  const after = {...edited, _rev: workspace.transactionId, _updatedAt: workspace.timestamp}
  workspace.write(id, after, {patch: {id, ...edits}})
}

/** The document as it will be stored: JSON values only, and the lake's own fields filled in. */
function complete(workspace: Workspace, input: DocumentInput): LakeDocument {
  const {_id: id, _type, _rev: _ignored, _createdAt, ...fields} = input
  if (typeof _type !== 'string' || _type === '') throw invalid('The document has no _type')
  const _id = completeId(id)
  const createdAt = typeof _createdAt === 'string' ? _createdAt : workspace.see(_id)?._createdAt
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
  // Not one by one: that would take `__proto__` for what it is to JavaScript.
  return {...own, ...Object.fromEntries(content)}
}

function completeId(id: string | undefined): string {
  if (id === undefined || id === '') return randomUUID()
  const completed = id.endsWith('.') ? `${id}${randomUUID()}` : id
  if (!isValidId(completed)) throw invalid(`"${id}" is not a valid document ID`)
  return completed
}
