import {isRecord} from '../json.ts'
import type {ContentSourceMap, JsonObject, JsonValue, LakeDocument} from '../types.ts'
import type {Operands, QueryableDocuments} from './DocumentView.ts'
import {type Evaluation, evaluateTree} from './evaluate.ts'
import {type GroqNode, isNode, isPipe} from './groq.ts'
import type {StepBudget} from './limits/StepBudget.ts'
import type {Lookup} from './lookups.ts'
import {isEverything, readsOuterScope} from './operands.ts'
import {storedIdOf} from './presentDocument.ts'

const shadows = new WeakMap<object, ShadowDocuments>()

/** Maps each string of a result that is unmodified content to its document and path. */
export function sourceMap(evaluation: Evaluation, result: JsonValue): ContentSourceMap {
  const {plan, documents} = evaluation
  const shadow = shadows.get(documents) ?? new ShadowDocuments(documents)
  shadows.set(documents, shadow)
  shadow.budget = evaluation.budget
  const tree = inlineDocuments(plan.tree, evaluation, shadow)
  const map: ContentSourceMap = {documents: [], paths: [], mappings: {}}
  const documentIndexes = new Map<string, number>()
  const pathIndexes = new Map<string, number>()
  compare(result, evaluateTree(tree, {...evaluation, documents: shadow}), '$')
  return map

  /** Walks both results in parallel; different shapes are not mapped. */
  function compare(real: JsonValue | undefined, shadowed: JsonValue | undefined, path: string): void {
    if (typeof real === 'string') {
      if (typeof shadowed === 'string') note(real, shadowed, path)
    } else if (Array.isArray(real)) {
      if (!Array.isArray(shadowed) || shadowed.length !== real.length) return
      for (const [index, item] of real.entries()) compare(item, shadowed[index], `${path}[${index}]`)
    } else if (isRecord(real) && isRecord(shadowed)) {
      for (const [key, value] of Object.entries(real)) compare(value, shadowed[key], `${path}['${escapeKey(key)}']`)
    }
  }

  function note(real: string, shadowed: string, path: string): void {
    const leaf = shadow.leafOf(shadowed)
    if (leaf?.value !== real) return
    evaluation.budget?.take(path.length)
    const {_type} = leaf.document
    const id = storedIdOf(leaf.document)
    const document = indexOf(documentIndexes, id, () => map.documents.push({_id: id, _type}))
    const pathIndex = indexOf(pathIndexes, leaf.path, () => map.paths.push(leaf.path))
    map.mappings[path] = {type: 'value', source: {type: 'documentValue', document, path: pathIndex}}
  }
}

/** Replaces each `*[…] | order(…) [a...b]` by what it finds on real data: filters on tokens would be wrong. */
function inlineDocuments(node: GroqNode, evaluation: Evaluation, shadow: ShadowDocuments): GroqNode {
  if (isDocumentList(node) && !readsOuterScope(node)) {
    const rows = evaluateTree(node, evaluation)
    const found = Array.isArray(rows) ? rows.flatMap((row) => documentOf(row, evaluation) ?? []) : []
    return {type: 'Value', value: shadow.of(found)}
  }
  if (node.type === 'Value') return node
  const pin = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pin)
    if (isNode(value)) return inlineDocuments(value, evaluation, shadow)
    return value
  }
  return Object.assign(
    {type: node.type},
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, pin(value)])),
  )
}

function isDocumentList(node: GroqNode): boolean {
  if (isEverything(node)) return true
  const keepsDocuments = ['Filter', 'Slice', 'Group'].includes(node.type) || isPipe(node, 'order')
  return keepsDocuments && isNode(node.base) && isDocumentList(node.base)
}

const documentOf = (row: JsonValue, {documents}: Evaluation): LakeDocument | undefined =>
  isRecord(row) && typeof row._id === 'string' ? documents.get(row._id) : undefined

function indexOf(known: Map<string, number>, key: string, add: () => number): number {
  const index = known.get(key) ?? add() - 1
  known.set(key, index)
  return index
}

interface Leaf {
  document: LakeDocument
  path: string
  value: string
}

interface Shadow {
  number: number
  source: LakeDocument
  document: LakeDocument
  leaves: Leaf[]
}

const TOKEN = /^([\s\S]*)\0(\d+):(\d+)\0$/

/**
 * Copies of the documents in which every string carries an invisible token that names its source. Tokens in the query's
 * result on them show which strings are unmodified content.
 */
class ShadowDocuments implements QueryableDocuments {
  /** Of the evaluation under way; copies stay for the next ones. */
  budget: StepBudget | undefined
  readonly #real: QueryableDocuments
  readonly #byId = new Map<string, Shadow>()
  readonly #byNumber: Shadow[] = []

  constructor(real: QueryableDocuments) {
    this.#real = real
  }

  get all(): readonly LakeDocument[] {
    return this.of(this.#real.all)
  }

  get largest(): number {
    return this.#real.largest
  }

  get(id: string): LakeDocument | undefined {
    const source = this.#real.get(id)
    return source && this.#shadow(source).document
  }

  find(lookup: Lookup, operands: Operands): readonly LakeDocument[] {
    return this.of(this.#real.find(lookup, operands))
  }

  of(documents: readonly LakeDocument[]): LakeDocument[] {
    return documents.map((document) => this.#shadow(document).document)
  }

  /** The source of a string with a token, if it is exactly the source's text. */
  leafOf(shadowed: string): Leaf | undefined {
    const [, text, number, index] = TOKEN.exec(shadowed) ?? []
    const leaf = this.#byNumber[Number(number)]?.leaves[Number(index)]
    return leaf?.value === text ? leaf : undefined
  }

  #shadow(source: LakeDocument): Shadow {
    const known = this.#byId.get(source._id)
    if (known?.source === source) return known
    this.budget?.check()
    const number = known?.number ?? this.#byNumber.length
    const leaves: Leaf[] = []
    const document = isSystemType(source._type) ? source : {...source, ...tokenFields(source)}
    const shadow = {number, source, document, leaves}
    this.#byId.set(source._id, shadow)
    this.#byNumber[number] = shadow
    return shadow

    function tokenFields(object: JsonObject, path = '$'): Record<string, JsonValue> {
      return Object.fromEntries(
        Object.entries(object).map(([key, value]) => {
          const isContent = !key.startsWith('_') && key !== 'language'
          return [key, isContent ? withTokens(value, `${path}['${escapeKey(key)}']`) : value]
        }),
      )
    }

    function withTokens(value: JsonValue, path: string): JsonValue {
      if (typeof value === 'string') {
        leaves.push({document: source, path, value})
        return `${value}\0${number}:${leaves.length - 1}\0`
      }
      if (Array.isArray(value))
        return value.map((item, index) => withTokens(item, `${path}${itemSelector(item, index)}`))
      return typeof value === 'object' && value !== null ? tokenFields(value, path) : value
    }
  }
}

const isSystemType = (type: string): boolean => type.startsWith('sanity.') || type.startsWith('system.')

const escapeKey = (key: string): string => key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

function itemSelector(item: JsonValue, index: number): string {
  const key = isRecord(item) ? item._key : undefined
  return typeof key === 'string' ? `[?(@._key=='${escapeKey(key)}')]` : `[${index}]`
}
