import {isDeepStrictEqual} from 'node:util'
import {isUnpublishedId, publishedIdOf} from '../documentIds.ts'
import {sizeText} from '../errors.ts'
import {isRecord, sizeOfDocument} from '../json.ts'
import type {DocumentStore} from '../store/DocumentStore.ts'
import {strongReferences} from '../store/ReferenceIndex.ts'
import type {JsonValue, LakeDocument} from '../types.ts'
import {immutable, invalid, TransactionError} from './TransactionError.ts'
import type {Workspace, WorkspaceChange} from './Workspace.ts'
import type {Work} from './work.ts'

/** Limits of one document. docs/limits.md lists these numbers. */
export const CONTENT_LIMITS = {
  depth: 200,
  /** Characters of its JSON, roughly. */
  size: 32 * 1024 * 1024,
  typeLength: 1000,
  /** Of one object. */
  fields: 10_000,
  /** Fields and list items at any depth. Each takes microseconds, in which nobody else is answered. */
  values: 250_000,
} as const

const STORE_FILE = 'upload the file, and refer to its document as "asset"'

/** Names special to JavaScript, on which queries would fail. */
const RESERVED_NAMES = new Set(['__proto__', 'hasOwnProperty'])

/**
 * Throws TransactionError for a document that could not be queried, stored as sent, or exported and imported again. An
 * import may hold more values: whatever one lake holds must fit into another one.
 */
export function validateContent(document: LakeDocument, {isImport}: {isImport: boolean}): void {
  const {depth: maxDepth, size: maxSize, typeLength, fields: maxFields, values: maxValues} = CONTENT_LIMITS
  let left = isImport ? Number.POSITIVE_INFINITY : maxValues
  if (document._type.length > typeLength) {
    throw invalid(`The _type of document "${document._id}" is longer than ${typeLength} characters`)
  }
  visit(document, 0)
  if (sizeOfDocument(document) > maxSize) {
    throw invalid(`Document "${document._id}" is larger than ${sizeText(maxSize)}; split it, or store a file`)
  }

  function visit(value: JsonValue, depth: number): void {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw invalid(`Document "${document._id}" has a number beyond the range of a 64-bit float`)
    }
    if (typeof value !== 'object' || value === null) return
    if (depth > maxDepth) throw invalid(`Document "${document._id}" is nested deeper than ${maxDepth} levels`)
    const count = Array.isArray(value) ? value.length : Object.keys(value).length
    if (count > maxFields && !Array.isArray(value)) {
      throw invalid(`Document "${document._id}" has an object of more than ${maxFields} fields; use a list`)
    }
    left -= count
    if (left < 0) {
      const limit = `${maxValues} fields and list items`
      throw invalid(`Document "${document._id}" has more than ${limit}; split it, or store a file`)
    }
    for (const [name, child] of Object.entries(value)) {
      // A dereferenced document with `then` would be treated as a promise.
      if (RESERVED_NAMES.has(name) || (name === 'then' && depth === 0))
        throw invalid(`Document "${document._id}" has a field of the reserved name "${name}"`)
      // No import would take an export of it.
      if (name === '_sanityAsset' && !isImport)
        throw invalid(
          `Document "${document._id}" has a field "${name}", which names a file in an import: ${STORE_FILE}`,
        )
      visit(child, depth + 1)
    }
  }
}

const ASSET_TYPES: ReadonlySet<string> = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

/** Fields of an asset document that describe its file. */
const FILE_FIELDS = ['assetId', 'extension', 'mimeType', 'path', 'sha1hash', 'size', 'uploadId', 'url'] as const

/** The author's rights on asset documents. */
interface AssetRights {
  /** May describe files: the transaction comes with them. */
  describesFiles: boolean
  /** May create asset documents without files. */
  mayManage: boolean
}

/**
 * Throws if a transaction changes the type of a document, creates a draft or version of another type than the published
 * document, or changes the file fields of an asset. Only the net change counts.
 */
export function checkImmutable(workspace: Workspace, {describesFiles, mayManage}: AssetRights): void {
  const {changes} = workspace
  const byId = new Map(changes.map((change) => [change.id, change]))
  /** The states before and after the transaction that the author may read. */
  const statesOf = (id: string): LakeDocument[] => {
    const {before, after} = byId.get(id) ?? {before: null, after: workspace.get(id)}
    return [before, after].flatMap((state) => (state && workspace.canRead(state) ? state : []))
  }
  for (const change of changes) {
    workspace.step = change.step
    requireType(change, statesOf)
    if (!describesFiles) requireFile(change, mayManage)
  }
}

function requireType({id, before, after}: WorkspaceChange, statesOf: (id: string) => LakeDocument[]): void {
  if (!after) return
  if (before) {
    if (before._type !== after._type) throw immutable(id, '_type', `it is "${before._type}"`)
    return
  }
  if (!isUnpublishedId(id)) return
  const other = statesOf(publishedIdOf(id)).find(({_type}) => _type !== after._type)
  if (other) throw immutable(id, '_type', `what is published is of the type "${other._type}"`)
}

function requireFile({id, before, after}: WorkspaceChange, mayCreate: boolean): void {
  if (!after || !ASSET_TYPES.has(after._type)) return
  if (before) {
    const changed = FILE_FIELDS.find((field) => !isDeepStrictEqual(before[field], after[field]))
    if (changed) throw immutable(id, changed, 'upload the file again')
    if (!isDeepStrictEqual(dimensionsOf(before), dimensionsOf(after))) throw immutable(id, 'metadata.dimensions')
  } else if (!mayCreate) {
    const description = `Asset documents come with their files: upload the file of "${id}"`
    throw new TransactionError(403, 'insufficientPermissionsError', description, {permission: 'create', id})
  }
}

/** An image's dimensions. An import may add other fields around them. */
function dimensionsOf({metadata}: LakeDocument): JsonValue[] {
  const dimensions = isRecord(metadata) ? metadata.dimensions : null
  if (!isRecord(dimensions)) return [dimensions ?? null]
  const {width = null, height = null, aspectRatio} = dimensions
  return [width, height, typeof aspectRatio === 'number' ? Math.round(aspectRatio * 1000) : (aspectRatio ?? null)]
}

/** Throws if a transaction leaves a strong reference dangling, whatever its order, as hosted Sanity does. */
export function* checkReferences(workspace: Workspace, store: DocumentStore): Work {
  // One long document may refer to all that are deleted.
  const known = new Map<LakeDocument, ReadonlySet<string>>()
  const isReferring = (source: string, id: string): boolean => {
    const document = workspace.get(source)
    if (!document) return false
    const targets = known.get(document) ?? strongReferences(document)
    known.set(document, targets)
    return targets.has(id)
  }
  for (const change of workspace.changes) {
    workspace.step = change.step
    workspace.spendTime()
    requireTargets(change, workspace)
    if (change.before && !change.after) {
      const sources = Array.from(store.referencing(change.id))
      const referring = sources.filter((source) => source !== change.id && isReferring(source, change.id))
      requireNoReferences(change.id, referring, workspace)
    }
    yield
  }
}

function requireTargets({id, before, after}: WorkspaceChange, workspace: Workspace): void {
  if (!after) return
  const known = before ? strongReferences(before) : new Set<string>()
  for (const target of strongReferences(after)) {
    if (known.has(target) || workspace.read(target)) continue
    const description = `Document "${id}" references non-existent document "${target}"`
    throw new TransactionError(409, 'documentReferenceDoesNotExistError', description, {id, referenceID: target})
  }
}

function requireNoReferences(id: string, referring: readonly string[], workspace: Workspace): void {
  if (referring.length === 0) return
  const known = referring.filter((source) => workspace.read(source)).sort()
  const from = known[0] === undefined ? '' : ` from "${known[0]}"`
  const description = `Document "${id}" cannot be deleted as there are references to it${from}`
  throw new TransactionError(409, 'documentHasExistingReferencesError', description, {id, referencingIDs: known})
}
