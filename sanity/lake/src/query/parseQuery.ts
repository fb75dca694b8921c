import {badRequest, queryParseError} from '../http/errors.ts'
import {LruCache} from '../store/LruCache.ts'
import type {JsonValue} from '../types.ts'
import {type GroqNode, nodesOf, parseGroq} from './groq.ts'
import {type IndexedSource, indexSources} from './sources.ts'
import {needsConstantPatterns, rewriteMatches} from './textSearch.ts'

/** A query, ready to be evaluated again and again. */
export interface QueryPlan {
  tree: GroqNode
  /** The same without indexes: every `*` is still one. */
  plainTree: GroqNode
  sources: IndexedSource[]
  /** Whether some `*` has to look at every document. */
  readsEverything: boolean
  /** The names of the parameters that it still needs. */
  parameters: string[]
}

type Params = Record<string, JsonValue>

const MAX_QUERY_LENGTH = 256 * 1024
const plans = new LruCache<string, QueryPlan>(1000)
/** Queries whose tree depends on the values of parameters: slices and search terms. */
const dependent = new LruCache<string, true>(1000)

/** Parses a query. Throws the hosted API's queryParseError, with the position. */
export const parseQuery = (query: string, params: Params = {}): GroqNode => planQuery(query, params).plainTree

/** Parses a query and finds the indexes that it can use, or takes all that from the cache. */
export function planQuery(query: string, params: Params = {}): QueryPlan {
  if (query.length > MAX_QUERY_LENGTH) throw badRequest(`The query is longer than ${MAX_QUERY_LENGTH} characters`)
  const cached = plans.get(dependent.has(query) ? dependentKey(query, params) : query)
  if (cached) {
    requireParameters(cached, query, params)
    return cached
  }
  const {tree, isDependent} = parseTree(query, params)
  const plan = planOf(tree)
  requireParameters(plan, query, params)
  if (isDependent) dependent.set(query, true)
  plans.set(isDependent ? dependentKey(query, params) : query, plan)
  return plan
}

const dependentKey = (query: string, params: Params): string => `${query}\0${JSON.stringify(params)}`

function parseTree(query: string, params: Params): {tree: GroqNode; isDependent: boolean} {
  try {
    const tree = parseGroq(query)
    if (!needsConstantPatterns(tree)) return {tree, isDependent: false}
  } catch {
    // Perhaps only for want of parameters, as in a slice; the second attempt tells.
  }
  try {
    return {tree: parseGroq(query, {params}), isDependent: true}
  } catch (error) {
    throw parseError(error, query)
  }
}

function parseError(error: unknown, query: string): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const position = 'position' in error && typeof error.position === 'number' ? error.position : undefined
  const start = position ?? 0
  const end = position === undefined ? query.length : Math.min(position + 1, query.length)
  return queryParseError(error.message, query, start, end)
}

function planOf(parsed: GroqNode): QueryPlan {
  const parameters = new Set<string>()
  for (const node of nodesOf(parsed)) if (node.type === 'Parameter') parameters.add(String(node.name))
  const plainTree = rewriteMatches(parsed)
  const indexed = indexSources(plainTree)
  const nodes = Array.from(nodesOf(indexed.tree))
  return {
    ...indexed,
    plainTree,
    parameters: [...parameters],
    readsEverything: nodes.some(({type}) => type === 'Everything'),
  }
}

function requireParameters(plan: QueryPlan, query: string, params: Params): void {
  for (const name of plan.parameters) {
    if (Object.hasOwn(params, name)) continue
    const start = Math.max(query.indexOf(`$${name}`), 0)
    throw queryParseError(`param $${name} referenced, but not provided`, query, start, start + name.length + 1)
  }
}
