import {type AnyStaticValue, type EvaluateOptions, type ExprNode, evaluateSync, Path, parse, toJS} from 'groq-js'
import {queryParseError} from '../errors.ts'
import type {JsonValue} from '../types.ts'

/**
 * A syntax tree node, with any properties: the lake rewrites trees without knowing each kind of node, and adds kinds of
 * calls that groq-js's own type `ExprNode` has no place for.
 */
export interface GroqNode {
  readonly type: string
  readonly [property: string]: unknown
}

/** The pattern of a `path()` value. */
export const patternOfPath = (value: unknown): string | undefined =>
  value instanceof Path ? value.toJSON() : undefined

export const parseGroq = (query: string, options?: Parameters<typeof parse>[1]): GroqNode => ({
  ...parse(query, options),
})

/** Converts to JSON, e.g. dates. */
export function toJson(value: AnyStaticValue): JsonValue | undefined
// groq-js says `unknown` of what it makes of dates, paths, and values that came from JSON.
export function toJson(value: AnyStaticValue): unknown {
  return toJS(value)
}

const NOTHING: EvaluateOptions = {
  dataset: [],
  params: {},
  identity: '',
  sanity: {projectId: '', dataset: ''},
  dereference: () => undefined,
}

/** Omitted options are empty; the timestamp is now. */
export function evaluateGroq(tree: GroqNode, options: EvaluateOptions): AnyStaticValue {
  if (!isExpression(tree)) throw new TypeError('Not a syntax tree of groq-js')
  return evaluateSync(tree, {...NOTHING, ...options})
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const isNode = (value: unknown): value is GroqNode => isObject(value) && typeof value.type === 'string'

/** The arguments of a call; none of other nodes, nor of calls of native functions. */
export const argsOf = ({args}: GroqNode): GroqNode[] => (Array.isArray(args) ? args.filter(isNode) : [])

/** The values of an array literal; undefined for other nodes, and for one with `...`. */
export function itemsOf({type, elements}: GroqNode): GroqNode[] | undefined {
  if (type !== 'Array' || !Array.isArray(elements)) return undefined
  const items = elements.map((element) => (isNode(element) && element.isSplat !== true ? element.value : undefined))
  return items.every(isNode) ? items : undefined
}

/** `global::count` of a call of `count()`; undefined for other nodes. */
export const calledBy = ({type, namespace, name}: GroqNode): string | undefined =>
  type === 'FuncCall' ? `${namespace}::${name}` : undefined

/** Returns whether a node is a step such as ` | order(…)`. */
export const isPipe = ({type, name}: GroqNode, wanted: 'order' | 'score'): boolean =>
  type === 'PipeFuncCall' && name === wanted

/** groq-js looks at a node's type, and reads what nodes of that type have. */
const isExpression = (value: unknown): value is ExprNode => isNode(value)

/** Maps a tree bottom-up; literal values are copied as they are. */
export function mapTree(node: GroqNode, change: (node: GroqNode) => GroqNode): GroqNode {
  if (node.type === 'Value') return change(node)
  const copy: Record<string, unknown> & {type: string} = {type: node.type}
  for (const [property, value] of Object.entries(node)) copy[property] = mapProperty(value, change)
  copy.type = node.type
  return change(copy)
}

function mapProperty(value: unknown, change: (node: GroqNode) => GroqNode): unknown {
  if (Array.isArray(value)) return value.map((item) => mapProperty(item, change))
  if (isNode(value)) return mapTree(value, change)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapProperty(item, change)]))
}

export function* nodesOf(value: unknown): Generator<GroqNode> {
  // No recursion: a generator that delegates costs each node its depth.
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (!isObject(next)) continue
    if (isNode(next)) yield next
    if (next.type === 'Value') continue
    for (const inner of Object.values(next).reverse()) if (isObject(inner)) left.push(inner)
  }
}

/** Returns whether a tree holds a node that passes a test. */
export function someNode(tree: unknown, test: (node: GroqNode) => boolean): boolean {
  for (const node of nodesOf(tree)) if (test(node)) return true
  return false
}

/** Evaluates a node in the scope of the call. */
export type Evaluate = (node: GroqNode) => {readonly data: unknown}

/** Evaluates a condition with a value as `@`, in a filter's scope. */
export function holds(condition: GroqNode, value: unknown, evaluate: Evaluate): boolean {
  const {data} = evaluate({type: 'Filter', base: {type: 'Value', value: [value]}, expr: condition})
  return Array.isArray(data) && data.length > 0
}

/** A GROQ function implemented by the lake. Gets its arguments as unevaluated nodes. */
export type NativeFunction = (args: readonly GroqNode[], evaluate: Evaluate) => unknown

/**
 * Calls a native function. groq-js has no API for that, but evaluates arguments by `args.map(evaluate)`, whatever
 * `args` is: the first argument of this `coalesce()` runs the function and yields null, the second is its result.
 */
export function callNative(run: NativeFunction, nodes: GroqNode[]): GroqNode {
  const nothing = {type: 'null', data: null}
  let result: unknown
  const args = {
    nodes,
    map(evaluate: Evaluate) {
      result = run(nodes, evaluate)
      return [nothing, nothing]
    },
  }
  const capture = {type: 'FuncCall', namespace: 'array', name: 'intersects', args}
  const answer = {
    type: 'Value',
    get value() {
      return result
    },
  }
  return {type: 'FuncCall', namespace: 'global', name: 'coalesce', args: [capture, answer]}
}

/** Tokens: a string literal, possibly multi-line, a comment, or any other character. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|[\s\S]/g
const ESCAPES = /\\(?:u\{([0-9a-fA-F]+)\}|u[0-9a-fA-F]{4}|['"\\/bfnrt])|\\/g
const MAX_CODE_POINT = 0x10ffff

/**
 * Rewrites syntax that groq-js parses differently from the specification: it truncates `\u{1F600}` to sixteen bits,
 * accepts any escaped letter, and needs a line break after the last comment.
 */
export function normalizeQuery(query: string): string {
  const ended = query.includes('//') ? `${query}\n` : query
  if (!query.includes('\\')) return ended
  const tokens = Array.from(ended.matchAll(TOKENS), ({0: token, index}) =>
    token.length > 1 && !token.startsWith('//') ? withPlainEscapes(token, index, query) : token,
  )
  return tokens.join('')
}

function withPlainEscapes(literal: string, position: number, query: string): string {
  return literal.replace(ESCAPES, (sequence, hex: string | undefined, offset: number) => {
    const start = position + offset
    if (sequence === '\\') throw queryParseError('Invalid escape sequence in a string', query, start, start + 2)
    if (hex === undefined) return sequence
    const codePoint = Number.parseInt(hex, 16)
    if (codePoint > MAX_CODE_POINT) {
      throw queryParseError(`There is no Unicode character ${hex}`, query, start, start + sequence.length)
    }
    return unicodeEscapes(codePoint)
  })
}

/** `\uXXXX`, twice for a surrogate pair. */
const unicodeEscapes = (codePoint: number): string =>
  String.fromCodePoint(codePoint)
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Features of hosted Sanity that the lake lacks, with the reason. Queries that use one are rejected. */
export const UNSUPPORTED_FUNCTIONS: Readonly<Record<string, string>> = {
  'geo::latLng': 'it has no geometry',
  'geo::contains': 'it has no geometry',
  'geo::intersects': 'it has no geometry',
  'geo::distance': 'it has no geometry',
  'text::query': 'it has to be on the right of match, with a text that does not depend on documents',
  'text::semanticSimilarity': 'it has no embeddings',
  'documents::get': 'it holds one dataset',
  'documents::incomingRefCount': 'it holds one dataset',
  'documents::incomingGlobalDocumentReferenceCount': 'it holds one dataset',
  'media::aspect': 'it has no media library',
  'user::attributes': 'its users have no attributes',
  'global::anywhere': 'it can only be used in a selector',
}

/** Throws queryParseError for a query that parses but cannot be evaluated. */
export function rejectUnsupported(tree: GroqNode, query: string): void {
  for (const node of nodesOf(tree)) {
    const name = calledBy(node) ?? ''
    const reason = UNSUPPORTED_FUNCTIONS[name]
    if (reason !== undefined) {
      const plainName = name.replace(/^global::/, '')
      const start = Math.max(query.indexOf(plainName), 0)
      const description = `This lake does not support the function ${plainName}(): ${reason}`
      throw queryParseError(description, query, start, start + plainName.length)
    }
    if (isPipe(node, 'score') && !yieldsDocuments(node)) {
      throw queryParseError('score() needs whole documents: put it before a projection or [0]', query, 0, query.length)
    }
  }
}

/** Returns whether the node is still the documents of `*`, not projected or reduced. */
function yieldsDocuments({base}: GroqNode): boolean {
  if (!isNode(base)) return true
  if (base.type === 'AccessElement' || base.type === 'Projection') return !startsWithEverything(base)
  if (base.type === 'Map' && isNode(base.expr) && base.expr.type === 'Projection') return !startsWithEverything(base)
  return yieldsDocuments(base)
}

const startsWithEverything = (node: GroqNode): boolean =>
  node.type === 'Everything' || (isNode(node.base) && startsWithEverything(node.base))
