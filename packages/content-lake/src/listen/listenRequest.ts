import {isDraftId, isPublicId, isVersionId} from '../documentIds.ts'
import {badRequest} from '../errors.ts'
import {changeAsSeen, seesDocument} from '../roles/seesDocument.ts'
import type {DocumentChange, Identity, JsonValue, Lake, LakeDocument} from '../types.ts'
import {compileListenerFilter} from './compileListenerFilter.ts'

/** From this version of the API on, drafts and versions are left out unless they are asked for. */
const PUBLISHED_ONLY_SINCE = '2025-02-19'

/** What a listener wants to be told, and how. */
export interface ListenRequest {
  /** Whether a document, in the state given, is one that this listener follows and may see. */
  matches: (document: LakeDocument | null) => boolean
  /** What this listener may see of a change. */
  asSeen: (change: DocumentChange) => DocumentChange | null
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeEffects: boolean
  visibility: 'query' | 'transaction'
  enableResume: boolean
}

export function parseListenRequest(url: URL, apiVersion: string, identity: Identity, lake: Lake): ListenRequest {
  const options = url.searchParams
  const query = options.get('query') || '*'
  const matchesFilter = compileListenerFilter({query, params: queryParameters(options), identity}, lake)
  const follows = followedIds(options.get('includeAllVersions'), apiVersion, identity)
  const sees = seesDocument(identity, lake)
  const isRestricted = lake.users.roles.sightOf(identity) !== undefined
  return {
    matches: (document) => document !== null && follows(document._id) && sees(document) && matchesFilter(document),
    asSeen: (change) => (isRestricted ? changeAsSeen(change, sees) : change),
    includeResult: options.get('includeResult') === 'true',
    includePreviousRevision: options.get('includePreviousRevision') === 'true',
    includeMutations: options.get('includeMutations') !== 'false',
    includeEffects: options.get('effectFormat') === 'mendoza',
    visibility: options.get('visibility') === 'query' ? 'query' : 'transaction',
    enableResume: options.get('enableResume') === 'true',
  }
}

function followedIds(
  includeAllVersions: string | null,
  apiVersion: string,
  {rights}: Identity,
): (id: string) => boolean {
  if (rights === 'none') return isPublicId
  if (includeAllVersions === 'true') return () => true
  const draftsByDefault = includeAllVersions === null && apiVersion.replace(/^v/, '') < PUBLISHED_ONLY_SINCE
  return (id) => !isVersionId(id) && (draftsByDefault || !isDraftId(id))
}

/** `$name` parameters, each a JSON value. */
function queryParameters(options: URLSearchParams): Record<string, JsonValue> {
  const params: Record<string, JsonValue> = {}
  for (const [name, value] of options) {
    if (!name.startsWith('$')) continue
    try {
      params[name.slice(1)] = JSON.parse(value)
    } catch {
      throw badRequest(`The parameter "${name}" must be JSON, such as "text" in quotes; it is ${value}`)
    }
  }
  return params
}
