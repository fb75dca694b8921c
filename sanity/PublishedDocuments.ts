/** Keeps the published documents in memory and asks the content API only for what has changed. */
import {z} from 'zod'
import {coalesce} from '../lib/coalesce.ts'
import {isObject} from '../lib/json.ts'
import {itemSize, largestDocument, longestList, longestText} from './contentLimits.ts'
import schema from './schema.json' with {type: 'json'}

/** A document as stored: system fields, and what its type has. */
export interface StoredDocument {
  _id: string
  _type: string
  _rev: string
  _updatedAt: string
  [field: string]: unknown
}

/** Documents by id. */
export type Documents = ReadonlyMap<string, StoredDocument>

/** Queries published documents. Rejects if the content API does not answer. */
export type Fetch = (query: string, params: Record<string, unknown>) => Promise<unknown>

/**
 * Everything in one request, so that the answer is of one moment: which documents have changed since a time, how many
 * there are in all, and the content of those that are named.
 */
const changesQuery = `{
  "count": count(*),
  "revisions": *[_updatedAt >= $since]{_id, _rev},
  "documents": *[_id in $ids]
}`

const storedDocuments = z.array(
  z.looseObject({_id: z.string(), _type: z.string(), _rev: z.string(), _updatedAt: z.string()}).transform(fitDocument),
)
const changes = z.object({
  count: z.number(),
  revisions: z.array(z.object({_id: z.string(), _rev: z.string()})),
  documents: storedDocuments,
})

const documentsQuery = '*[_id in $ids]'

/** Documents of one request: some 600 kB. */
const batchSize = 100

/**
 * Milliseconds by which a change may have an earlier time than one that was seen before it. Earlier ones, such as after
 * the clock was set back, are found by their webhook or by comparing all revisions.
 */
const overlap = 5000

/** Requests of one update. More are needed only while others publish without a pause. */
const requestLimit = 20

export interface Wanted {
  /** Documents that are known to have changed, so that their content comes with the first answer. */
  ids?: readonly string[]
  /** Compare the revisions of all documents and not only of those that changed since the last update. */
  compareAll?: boolean
}

export class PublishedDocuments {
  /** As of the last update; undefined before the first. Replaced as a whole, so one who reads it sees one moment. */
  documents: Documents | undefined
  /** When the last update that succeeded began, in milliseconds of `performance.now()`. */
  updatedAt = Number.NEGATIVE_INFINITY
  readonly #fetch: Fetch
  readonly #ids = new Set<string>()
  #comparesAll = false
  readonly #run = coalesce(() => this.#update())

  constructor(fetch: Fetch) {
    this.#fetch = fetch
  }

  /**
   * Resolves with the documents as published at some time after the call. Calls that come at a time share one update.
   * Rejects, and keeps the documents, if the content API does not answer.
   */
  update({ids = [], compareAll = false}: Wanted = {}): Promise<Documents> {
    for (const id of ids) this.#ids.add(id)
    this.#comparesAll ||= compareAll
    return this.#run()
  }

  async #update(): Promise<Documents> {
    const startedAt = performance.now()
    const documents = new Map(this.documents)
    let named = [...this.#ids]
    let since = this.documents && !this.#comparesAll ? latestTime(documents) : ''
    this.#ids.clear()
    this.#comparesAll = false
    for (let request = 0; request < requestLimit; request++) {
      const answer = changes.parse(await this.#fetch(changesQuery, {since, ids: named}))
      for (const id of named) documents.delete(id)
      for (const document of answer.documents) documents.set(document._id, document)
      const missing = answer.revisions.filter(({_id, _rev}) => documents.get(_id)?._rev !== _rev).map(({_id}) => _id)
      if (since === '') keepOnly(documents, answer.revisions)
      if (missing.length === 0 && (since === '' || documents.size === answer.count)) {
        return this.#publish(documents, startedAt)
      }
      // Something was deleted, or has changed unseen.
      if (missing.length === 0) since = ''
      named = missing.length <= batchSize ? missing : await this.#load(missing, documents)
    }
    throw new Error('The documents change faster than they can be read')
  }

  /** Loads many documents in batches. They may be of different moments: the next answer says which have changed since. */
  async #load(ids: readonly string[], documents: Map<string, StoredDocument>): Promise<string[]> {
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize)
      for (const document of storedDocuments.parse(await this.#fetch(documentsQuery, {ids: batch}))) {
        documents.set(document._id, document)
      }
    }
    return []
  }

  /** Returns the same map if nothing has changed, so that what was derived from it stays valid. */
  #publish(documents: Documents, startedAt: number): Documents {
    this.updatedAt = startedAt
    const before = this.documents
    if (before && changedIds(before, documents).length === 0) return before
    this.documents = documents
    return documents
  }
}

/** Ids of documents that are new, gone or of another revision. */
export function changedIds(before: Documents, after: Documents): string[] {
  const gone = [...before.keys()].filter((id) => !after.has(id))
  const changed = [...after.values()].filter(({_id, _rev}) => before.get(_id)?._rev !== _rev)
  return [...gone, ...changed.map(({_id}) => _id)]
}

/** The greatest time of a change, less the overlap. A time in the future, as imported content may have, hides no change. */
function latestTime(documents: Documents): string {
  const now = new Date().toISOString()
  let latest = ''
  for (const {_updatedAt} of documents.values()) if (_updatedAt > latest && _updatedAt <= now) latest = _updatedAt
  const time = Date.parse(latest)
  return Number.isNaN(time) ? '' : new Date(time - overlap).toISOString()
}

function keepOnly(documents: Map<string, StoredDocument>, revisions: readonly {_id: string}[]): void {
  const ids = new Set(revisions.map(({_id}) => _id))
  for (const id of documents.keys()) if (!ids.has(id)) documents.delete(id)
}

/** A type as `sanity schema extract` writes it. */
interface TypeNode {
  type: string
  /** The value of a literal, or the type of a declaration. */
  value?: string | number | boolean | TypeNode | undefined
  /** The declared type that an inline type refers to. */
  name?: string | undefined
  attributes?: Attributes | undefined
  /** A type whose attributes the object has as well. */
  rest?: TypeNode | undefined
  of?: TypeNode | readonly TypeNode[] | undefined
}

type Attributes = Readonly<Record<string, {value: TypeNode} | undefined>>

const declarations: ReadonlyMap<string, TypeNode> = new Map(schema.map((one): [string, TypeNode] => [one.name, one]))

/** The findings in a document so far. */
interface Findings {
  /** Paths of values that are left out. */
  invalidPaths: string[]
  /** Characters of the texts and items that are kept. */
  size: number
}

/** A document that fits its schema, and the paths of what was left out of the stored one. */
interface FittedDocument {
  document: StoredDocument
  invalidPaths: readonly string[]
}

/** `fitToSchema` of a published document. Logs what was left out. */
export function fitDocument(stored: StoredDocument): StoredDocument {
  const {document, invalidPaths} = fitToSchema(stored)
  if (invalidPaths.length > 0) {
    const more = invalidPaths.length > maxNamed ? ` and ${invalidPaths.length - maxNamed} more` : ''
    console.error(
      `${stored._id} holds values of another kind than its schema, or too large: ${invalidPaths.slice(0, maxNamed).join(', ')}${more}. They are left out; correct them in the Studio.`,
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
 * // {document: {_type: 'navigation', menu: [group], …}, invalidPaths: ['menu[0]']}
 */
export function fitToSchema(document: StoredDocument): FittedDocument {
  const declared = declarations.get(document._type)
  if (declared?.type !== 'document' || document._type === 'claim') return {document, invalidPaths: []}
  const {_id, _type, _rev, _updatedAt} = document
  const findings: Findings = {invalidPaths: [], size: 0}
  const {middleware: _, embargoUntil: __, ...attributes} = attributesOf(declared)
  const fitted = fitAttributes({...document}, attributes, '', findings)
  return {document: {...fitted, _id, _type, _rev, _updatedAt}, invalidPaths: findings.invalidPaths}
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
    if (kept.length < value.length) findings.invalidPaths.push(`${path}[${kept.length}…]`)
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
  findings.invalidPaths.push(path)
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
