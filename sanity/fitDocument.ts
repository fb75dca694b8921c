/** Makes stored documents fit the schema, which only the Studio checks: any program may write to the content API. */
import {isObject} from '../lib/json.ts'
import type {StoredDocument} from './evaluateQuery.ts'
import schema from './schema.json' with {type: 'json'}

/** A type as `sanity schema extract` writes it. */
interface TypeNode {
  type: string
  /** Of a literal, or of a declared type. */
  value?: string | number | boolean | TypeNode | undefined
  /** Of an inline type: the declared type that it stands for. */
  name?: string | undefined
  attributes?: Attributes | undefined
  /** A type that an object's other attributes are those of. */
  rest?: TypeNode | undefined
  of?: TypeNode | readonly TypeNode[] | undefined
}

type Attributes = Readonly<Record<string, {value: TypeNode} | undefined>>

const declarations: ReadonlyMap<string, TypeNode> = new Map(schema.map((one): [string, TypeNode] => [one.name, one]))

/** In characters. Many times what a page can show, as are the next two. */
const longestText = 20_000
/** In items. */
const longestList = 500
/** In characters of all texts of a document. */
const largestDocument = 500_000
/** What an item of a list counts for, in characters, as each is some markup. */
const itemSize = 100

/** What was found in a document so far. */
interface Findings {
  /** Paths of values that are left out. */
  misfits: string[]
  /** Characters of the texts and items that are kept. */
  size: number
}

/** A document that fits its schema, and the paths of what was left out of the stored one. */
interface FittedDocument {
  document: StoredDocument
  misfits: readonly string[]
}

/** `fitToSchema` of a published document. Logs what was left out. */
export function fitDocument(stored: StoredDocument): StoredDocument {
  const {document, misfits} = fitToSchema(stored)
  if (misfits.length > 0) {
    const more = misfits.length > maxNamed ? ` and ${misfits.length - maxNamed} more` : ''
    console.error(
      `${stored._id} holds values of another kind than its schema, or too large: ${misfits.slice(0, maxNamed).join(', ')}${more}. They are left out; correct them in the Studio.`,
    )
  }
  return document
}

/**
 * Returns a document without the values whose kind differs from its schema: a text that is an object, a list that is
 * none, null in a list; and without those that make it too large for the pages that show it. Queries and components may
 * rely on kinds then; what is missing or beyond a choice they judge themselves. Attributes and types that the schema does
 * not know are kept, and so is what decides whether something is shown, as none must appear because of a mistake: claims,
 * and a page's middleware.
 *
 * @example fitToSchema({_type: 'navigation', menu: [null, group], …})
 * // {document: {_type: 'navigation', menu: [group], …}, misfits: ['menu[0]']}
 */
export function fitToSchema(document: StoredDocument): FittedDocument {
  const declared = declarations.get(document._type)
  if (declared?.type !== 'document' || document._type === 'claim') return {document, misfits: []}
  const {_id, _type, _rev, _updatedAt} = document
  const findings: Findings = {misfits: [], size: 0}
  const {middleware: _, embargoUntil: __, ...attributes} = attributesOf(declared)
  const fitted = fitAttributes({...document}, attributes, '', findings)
  return {document: {...fitted, _id, _type, _rev, _updatedAt}, misfits: findings.misfits}
}

/** Paths in one message. */
const maxNamed = 5

/** The value as the type has it, or undefined. Adds the paths of what it leaves out to the findings. */
function fitValue(value: unknown, type: TypeNode, path: string, findings: Findings): unknown {
  const matching = alternativesOf(type).filter((one) => one.type === kindOf(value))
  const [first] = matching
  if (first?.type === 'array' && Array.isArray(value) && isNode(first.of)) {
    const {of} = first
    const kept = value.filter((_, index) => index < longestList && hasRoom(itemSize, findings))
    if (kept.length < value.length) findings.misfits.push(`${path}[${kept.length}…]`)
    return kept.flatMap((item, index) => fitValue(item, of, `${path}[${index}]`, findings) ?? [])
  }
  if (first?.type === 'object' && isObject(value)) {
    const names = matching.map((one) => attributesOf(one)._type?.value.value)
    // Blocks of an unknown type are reported where they would be rendered.
    const chosen = matching.length === 1 ? first : matching[names.indexOf(String(value._type))]
    if (!chosen) return value
    const [name] = matching.length === 1 ? names : []
    if (name === undefined || value._type === undefined || value._type === name) {
      const fitted = fitAttributes(value, attributesOf(chosen), path, findings)
      return name === undefined ? fitted : {...fitted, _type: name}
    }
  } else if (first && (typeof value !== 'string' || (value.length <= longestText && hasRoom(value.length, findings))))
    return value
  findings.misfits.push(path)
  return undefined
}

/** Counts something, unless it makes the document too large. */
function hasRoom(size: number, findings: Findings): boolean {
  if (findings.size + size > largestDocument) return false
  findings.size += size
  return true
}

function fitAttributes(
  object: Record<string, unknown>,
  attributes: Attributes,
  path: string,
  findings: Findings,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      // Null is as good as missing to every query.
      const type = value === null || !Object.hasOwn(attributes, name) ? undefined : attributes[name]?.value
      const fitted = type ? fitValue(value, type, path ? `${path}.${name}` : name, findings) : value
      return fitted === undefined ? [] : [[name, fitted]]
    }),
  )
}

/** The types that a union allows; of any other type itself. Inline types are replaced by what they stand for. */
function alternativesOf(type: TypeNode): TypeNode[] {
  if (type.type === 'union' && isList(type.of)) return type.of.flatMap(alternativesOf)
  const declared = type.type === 'inline' ? declarations.get(type.name ?? '')?.value : undefined
  return isNode(declared) ? alternativesOf(declared) : [type]
}

/** An object's attributes, with those of its `rest`. */
function attributesOf({attributes = {}, rest}: TypeNode): Attributes {
  const others = rest ? alternativesOf(rest).map(attributesOf) : []
  return Object.assign({}, attributes, ...others)
}

const isNode = (value: unknown): value is TypeNode => isObject(value) && 'type' in value
const isList = (of: TypeNode['of']): of is readonly TypeNode[] => Array.isArray(of)

/** The name of a value's type in the schema. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}
