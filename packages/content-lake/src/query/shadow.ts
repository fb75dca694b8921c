import type {JsonObject, JsonValue, LakeDocument} from '../types.ts'
import type {QueryableDocuments} from './DocumentView.ts'
import type {Operands} from './findDocuments.ts'
import type {Lookup} from './lookups.ts'

/** Where a string of a result comes from. */
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
 * The same documents, but every string carries an invisible token that says where it comes from. Evaluated next to the
 * real ones, a query shows by its tokens which strings of its result are untouched content.
 */
export class ShadowDocuments implements QueryableDocuments {
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

  /** The place that this string of a shadow result names, if it is exactly that place's text. */
  leafOf(shadowed: string): Leaf | undefined {
    const [, text, number, index] = TOKEN.exec(shadowed) ?? []
    const leaf = this.#byNumber[Number(number)]?.leaves[Number(index)]
    return leaf?.value === text ? leaf : undefined
  }

  #shadow(source: LakeDocument): Shadow {
    const known = this.#byId.get(source._id)
    if (known?.source === source) return known
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
  const key = typeof item === 'object' && item !== null && !Array.isArray(item) ? item._key : undefined
  return typeof key === 'string' ? `[?(@._key=='${escapeKey(key)}')]` : `[${index}]`
}
