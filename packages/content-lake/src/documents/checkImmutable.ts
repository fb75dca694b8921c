import {isDeepStrictEqual} from 'node:util'
import type {JsonValue, LakeDocument} from '../types.ts'
import {isUnpublishedId, publishedIdOf} from './documentIds.ts'
import {isJsonObject} from './json.ts'
import {immutable, Refusal} from './Refusal.ts'
import type {Workspace, WorkspaceChange} from './Workspace.ts'

const ASSET_TYPES: ReadonlySet<string> = new Set(['sanity.imageAsset', 'sanity.fileAsset'])

/** What an asset document says of its file, and how the file is found and sent. */
const FILE_FIELDS = ['assetId', 'extension', 'mimeType', 'path', 'sha1hash', 'size', 'uploadId', 'url'] as const

/** What the transaction may do with asset documents. */
export interface AssetRights {
  /** Say of a file what it likes: the transaction comes with the files. */
  describesFiles: boolean
  /** Create asset documents without their files. */
  mayManage: boolean
}

/**
 * Refuses a transaction after which a document would have another type, a draft or a version another type than what is
 * published, or an asset document would say something else of its file. The steps in between do not count: a document
 * that is deleted and created again has changed.
 */
export function checkImmutable(workspace: Workspace, {describesFiles, mayManage}: AssetRights): void {
  const {changes} = workspace
  const byId = new Map(changes.map((change) => [change.id, change]))
  /** A document as the author saw it before the transaction, and as they see it after. */
  const statesOf = (id: string): LakeDocument[] => {
    const {before, after} = byId.get(id) ?? {before: null, after: workspace.get(id)}
    return [before, after].flatMap((state) => (state && workspace.sees(state) ? state : []))
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
    if (!isDeepStrictEqual(sizeOf(before), sizeOf(after))) throw immutable(id, 'metadata.dimensions')
  } else if (!mayCreate) {
    const description = `Asset documents come with their files: upload the file of "${id}"`
    throw new Refusal(403, 'insufficientPermissionsError', description, {permission: 'create', id})
  }
}

/** An image's size in pixels. An import may write the same size with other fields around it. */
function sizeOf({metadata}: LakeDocument): JsonValue[] {
  const dimensions = isJsonObject(metadata) ? metadata.dimensions : null
  if (!isJsonObject(dimensions)) return [dimensions ?? null]
  const {width = null, height = null, aspectRatio} = dimensions
  return [width, height, typeof aspectRatio === 'number' ? Math.round(aspectRatio * 1000) : (aspectRatio ?? null)]
}
