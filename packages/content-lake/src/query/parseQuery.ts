import {badRequest, type LakeError, queryParseError, sizeText} from '../errors.ts'
import {isNestedDeeper, MAX_NESTING} from '../json.ts'
import {LruCache} from '../LruCache.ts'
import type {JsonValue} from '../types.ts'
import {type GroqNode, isPipe, nodesOf, normalizeQuery, parseGroq, rejectUnsupported, someNode} from './groq.ts'
import {countScoreSteps, countSteps} from './limits/countSteps.ts'
import {isBounded} from './limits/isBounded.ts'
import {CostlyQuery, QUERY_LIMITS} from './limits/queryLimits.ts'
import {OutOfBudget, withTimeLimit} from './limits/StepBudget.ts'
import {useNativeFunctions} from './nativeFunctions.ts'
import {readsAll} from './operands.ts'
import {useRanking} from './ranking/useRanking.ts'
import {type IndexedSource, indexSources} from './sources.ts'
import {needsConstantPatterns, rewriteMatches} from './textSearch.ts'

export interface QueryPlan {
  tree: GroqNode
  /** The tree to evaluate for a result, with native ranking. */
  rankedTree: GroqNode
  /** The tree without indexes: every `*` remains. */
  countedTree: GroqNode
  sources: IndexedSource[]
  readsEverything: boolean
  isScoring: boolean
  parameters: string[]
  size: number
}

type Params = Record<string, JsonValue>

/** Cached plans, by query and by parameters that the tree depends on. Limited by number of nodes and by length: some hundred megabytes at most. */
const plans = new LruCache<string, QueryPlan>(250_000, ({size}, key) => size + key.length / 16)

/** Parsing is superlinear: longer queries are parsed in the query process only. */
const MAX_SHARED_LENGTH = 32 * 1024
/** Including parameters, if the plan depends on them. */
const MAX_KEPT_LENGTH = 64 * 1024
/** Shorter queries parse fast enough to need no timeout. */
const UNWATCHED_LENGTH = 2000

export interface PlanOptions {
  /** In the query process, which can be killed, no query is too costly. */
  anyCost?: boolean
}

/** Parses and plans a query, cached. Throws queryParseError, and CostlyQuery if counting steps cannot limit it. */
export function planQuery(query: string, params: Params = {}, {anyCost = false}: PlanOptions = {}): QueryPlan {
  if (query.length > QUERY_LIMITS.queryLength) {
    throw badRequest(`The query is larger than ${sizeText(QUERY_LIMITS.queryLength)}`)
  }
  const cached = plans.get(query) ?? plans.get(dependentKey(query, params))
  if (cached) {
    requireParameters(cached, query, params)
    return cached
  }
  if (isNestedDeeper(query, MAX_NESTING)) throw tooDeep(query)
  if (!anyCost && query.length > MAX_SHARED_LENGTH) throw new CostlyQuery()
  try {
    return makePlan(query, params, anyCost)
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(query) : error
  }
}

function makePlan(query: string, params: Params, anyCost: boolean): QueryPlan {
  const {tree, isDependent} = anyCost ? parseTree(query, params) : parseInTime(query, params)
  if (!anyCost && !isBounded(tree)) throw new CostlyQuery()
  const rewritten = rewriteMatches(tree)
  // Each word of a search has a copy of what is searched.
  if (!anyCost && !isBounded(rewritten)) throw new CostlyQuery()
  const plan = planOf(tree, rewritten, query)
  requireParameters(plan, query, params)
  const key = isDependent ? dependentKey(query, params) : query
  if (key.length <= MAX_KEPT_LENGTH) plans.set(key, plan)
  return plan
}

function parseInTime(query: string, params: Params): ReturnType<typeof parseTree> {
  if (query.length <= UNWATCHED_LENGTH) return parseTree(query, params)
  try {
    return withTimeLimit(QUERY_LIMITS.sharedMs, () => parseTree(query, params))
  } catch (error) {
    throw error instanceof OutOfBudget ? new CostlyQuery() : error
  }
}

const tooDeep = (query: string): LakeError => queryParseError('The query is nested too deeply', query, 0, query.length)

const dependentKey = (query: string, params: Params): string => `${query}\0${JSON.stringify(params)}`

/** `isDependent`: whether the tree holds values of parameters. */
function parseTree(query: string, params: Params): {tree: GroqNode; isDependent: boolean} {
  const normalized = normalizeQuery(query)
  try {
    const tree = parseGroq(normalized)
    if (!needsConstantPatterns(tree) && !someNode(tree, isParameterInBrackets)) return {tree, isDependent: false}
  } catch {
    // May need parameters, as in a slice: the second attempt tells.
  }
  try {
    return {tree: parseGroq(normalized, {params}), isDependent: true}
  } catch (error) {
    throw parseError(error, query)
  }
}

const CONSTANT_NODES = new Set(['Value', 'Parameter', 'Group', 'Pos', 'Neg', 'OpCall'])

/** `title[$language]`, `list[$index]`: whether that is a field, a position or a filter depends on the parameter's value. */
const isParameterInBrackets = ({type, expr}: GroqNode): boolean =>
  type === 'Filter' &&
  someNode(expr, (part) => part.type === 'Parameter') &&
  !someNode(expr, (part) => !CONSTANT_NODES.has(part.type))

function parseError(error: unknown, query: string): Error {
  if (error instanceof RangeError) return tooDeep(query)
  if (!(error instanceof Error)) return new Error(String(error))
  const position = 'position' in error && typeof error.position === 'number' ? error.position : undefined
  const start = Math.min(position ?? 0, query.length)
  const end = position === undefined ? query.length : Math.min(position + 1, query.length)
  return queryParseError(error.message, query, start, end)
}

function planOf(parsed: GroqNode, rewritten: GroqNode, query: string): QueryPlan {
  const parameters = new Set<string>()
  for (const node of nodesOf(parsed)) if (node.type === 'Parameter') parameters.add(String(node.name))
  rejectUnsupported(rewritten, query)
  const counted = countSteps(rewritten)
  const {tree, sources} = indexSources(counted)
  const nodes = Array.from(nodesOf(tree))
  return {
    tree: useNativeFunctions(countScoreSteps(tree)),
    rankedTree: useRanking(countScoreSteps(tree)),
    countedTree: useNativeFunctions(countScoreSteps(counted)),
    sources,
    isScoring: nodes.some((node) => isPipe(node, 'score')),
    parameters: [...parameters],
    readsEverything: nodes.some(readsAll),
    size: nodes.length,
  }
}

function requireParameters(plan: QueryPlan, query: string, params: Params): void {
  for (const name of plan.parameters) {
    if (Object.hasOwn(params, name)) continue
    const start = Math.max(query.indexOf(`$${name}`), 0)
    throw queryParseError(`param $${name} referenced, but not provided`, query, start, start + name.length + 1)
  }
}
