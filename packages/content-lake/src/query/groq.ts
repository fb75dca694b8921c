import * as groq from 'groq-js'
import type {JsonValue} from '../types.ts'

/** A node of a parsed query. groq-js publishes no usable types, so this says as much as the lake relies on. */
export interface GroqNode {
  readonly type: string
  readonly [property: string]: unknown
}

interface EvaluationOptions {
  dataset: readonly unknown[]
  params: Record<string, unknown>
  identity: string
  timestamp: Date
  sanity: {projectId: string; dataset: string}
  dereference: (reference: {_ref: string}) => unknown
  before?: unknown
  after?: unknown
  /** What a delta filter begins with. */
  root?: unknown
}

interface GroqValue {
  readonly data: unknown
}

type ParseOptions = {params?: Record<string, unknown>; mode?: 'normal' | 'delta'}

/** The pattern of what `path()` has made. */
export const patternOfPath = (value: unknown): string | undefined =>
  value instanceof Path ? value.toJSON() : undefined

const Path: new (pattern: string) => {toJSON(): string} = groq.Path
export const parseGroq: (query: string, options?: ParseOptions) => GroqNode = groq.parse
export const evaluateGroq: (tree: GroqNode, options: EvaluationOptions) => GroqValue = groq.evaluateSync
/** Dates and the like become JSON. */
export const toJson: (value: GroqValue) => JsonValue | undefined = groq.toJS

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const isNode = (value: unknown): value is GroqNode => isObject(value) && typeof value.type === 'string'

/** Copies a tree, children first, through `change`. Literal values are not looked into. */
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

/** Every node of a tree, parents first. */
export function* nodesOf(value: unknown): Generator<GroqNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item)
  } else if (isObject(value)) {
    if (isNode(value)) yield value
    if (value.type !== 'Value') for (const item of Object.values(value)) yield* nodesOf(item)
  }
}
