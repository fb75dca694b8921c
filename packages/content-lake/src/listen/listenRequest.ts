import {isDraftId, isPublicId, isVersionId} from '../documentIds.ts'
import {badRequest, queryParseError} from '../errors.ts'
import {queryParameters, readChoice, readFlag} from '../http/bodies.ts'
import type {Lake} from '../Lake.ts'
import {evaluateGroq, type GroqNode, isNode} from '../query/groq.ts'
import {stepCounter} from '../query/limits/countSteps.ts'
import {QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {StepBudget, tryInBudget, withinBudget} from '../query/limits/StepBudget.ts'
import {planQuery} from '../query/parseQuery.ts'
import {defaultPerspective} from '../query/perspective.ts'
import {presentDocument} from '../query/presentDocument.ts'
import {readableChange, readFilter} from '../roles/canRead.ts'
import type {DocumentChange, Identity, JsonValue, LakeDocument} from '../types.ts'

export interface ListenRequest {
  /** Returns whether the listener follows and may read a document in this state. */
  matches: (document: LakeDocument | null) => boolean
  /** The readable part of a change. */
  readable: (change: DocumentChange) => DocumentChange | null
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeEffects: boolean
  visibility: 'query' | 'transaction'
  enableResume: boolean
  isAnonymous: boolean
}

export function parseListenRequest(url: URL, apiVersion: string, identity: Identity, lake: Lake): ListenRequest {
  const options = url.searchParams
  const query = options.get('query') || '*'
  const matchesFilter = compileListenerFilter({query, params: queryParameters(options), identity}, lake)
  const flag = (name: string, fallback = false) => readFlag(name, options.get(name), fallback)
  const allVersions = options.has('includeAllVersions') ? flag('includeAllVersions') : undefined
  const follows = followedIds(allVersions, apiVersion, identity)
  const canRead = readFilter(identity, lake)
  const isRestricted = lake.users.roles.readPermissions(identity) !== undefined
  return {
    matches: (document) => document !== null && follows(document._id) && canRead(document) && matchesFilter(document),
    readable: (change) => (isRestricted ? readableChange(change, canRead) : change),
    includeResult: flag('includeResult'),
    includePreviousRevision: flag('includePreviousRevision'),
    includeMutations: flag('includeMutations', true),
    includeEffects: readChoice('effectFormat', options.get('effectFormat'), ['mendoza']) !== undefined,
    visibility: readChoice('visibility', options.get('visibility'), ['query', 'transaction']) ?? 'transaction',
    enableResume: flag('enableResume'),
    isAnonymous: identity.rights === 'none',
  }
}

function followedIds(
  includeAllVersions: boolean | undefined,
  apiVersion: string,
  {rights}: Identity,
): (id: string) => boolean {
  if (rights === 'none') return isPublicId
  if (includeAllVersions) return () => true
  const draftsByDefault = includeAllVersions === undefined && defaultPerspective(apiVersion) === 'raw'
  return (id) => !isVersionId(id) && (draftsByDefault || !isDraftId(id))
}

/** CPU time for one filter on one document. */
const MAX_MS = 20

/** A listener's query, and who asks. */
interface ListenerQuery {
  query: string
  params: Record<string, JsonValue>
  identity: Identity
}

/**
 * Compiles a listener's query to a predicate on documents. Only its filter counts: projections, orders and slices shape
 * results.
 */
export function compileListenerFilter(
  {query, params, identity}: ListenerQuery,
  lake: Lake,
): (document: LakeDocument) => boolean {
  const plan = planQuery(query, params)
  const filter = filterOf(plan.countedTree)
  if (!filter) {
    throw queryParseError('A listener follows documents: its query has to begin with * or *[…]', query, 0, query.length)
  }
  if (filter.type === 'Everything') return () => true
  const {projectId, dataset} = lake.options
  // Dereference readable documents only: whether a filter matches would reveal others.
  const canRead = readFilter(identity, lake)
  const readable = (document: LakeDocument | undefined): LakeDocument | undefined =>
    document && canRead(document) ? document : undefined
  const matches = (document: LakeDocument): boolean => {
    const budget = new StepBudget(MAX_MS, {memory: QUERY_LIMITS.sharedMemory})
    const options = {
      dataset: [presentDocument(document, {baseUrl: lake.url})],
      params: {...params, ...stepCounter(budget)},
      identity: identity.id,
      timestamp: new Date(),
      sanity: {projectId, dataset},
      dereference: ({_ref}: {_ref: string}) => readable(lake.documents.get(_ref)),
    }
    const work = {nodes: plan.size, largest: lake.documents.largest}
    const {data} = withinBudget(budget, work, () => evaluateGroq(filter, options))
    return Array.isArray(data) && data.length > 0
  }
  const tooSlow = () =>
    badRequest(`The filter of this listener takes too long: more than ${MAX_MS} ms to look at one document`)
  return (document) => tryInBudget(() => matches(document), tooSlow)
}

/** The leading `*` and its filters. */
function filterOf(node: GroqNode): GroqNode | undefined {
  if (node.type === 'Everything') return node
  if (!isNode(node.base)) return undefined
  const base = filterOf(node.base)
  return node.type === 'Filter' && base === node.base ? node : base
}
