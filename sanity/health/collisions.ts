import {type ContentDocument, isObject, objectsIn} from './documents.ts'

/** Something that two documents, or two parts of one, may not have in common. */
export interface Collision {
  kind: 'duplicateAnchor' | 'duplicateOrder' | 'duplicateValue' | 'duplicateKey' | 'duplicateLink'
  severity: 'error' | 'warning'
  path: string
  /** The id of the other document, where there is one, and what they share. */
  detail: string
}

/** Who has what: for each thing that only one document may have, the ids of those that do. */
export type Holders = ReadonlyMap<string, readonly string[]>

interface Claimed {
  kind: Collision['kind']
  severity: Collision['severity']
  path: string
  value: string
  /** Documents collide where this is the same. */
  key: string
}

/** The documents that hold each of the things that are one document's own. */
export function holdersOf(documents: readonly ContentDocument[]): Holders {
  const holders = new Map<string, string[]>()
  for (const document of documents) {
    for (const key of new Set(claimedBy(document).map((claimed) => claimed.key))) {
      holders.set(key, [...(holders.get(key) ?? []), document._id])
    }
  }
  return holders
}

/** What a document has in common with others that should be its own, and its own parts that collide. */
export function collisions(document: ContentDocument, holders: Holders): Collision[] {
  const shared = claimedBy(document).flatMap(({kind, severity, path, value, key}) => {
    const other = holders.get(key)?.find((id) => id !== document._id)
    return other === undefined ? [] : [{kind, severity, path, detail: `${other} ${value}`}]
  })
  return [...shared, ...repeatedKeys(document), ...repeatedLinks(document)]
}

function claimedBy(document: ContentDocument): Claimed[] {
  const {_type, anchor, formerAnchors, order, product, route, code} = document
  const own = (kind: Collision['kind'], severity: Collision['severity'], path: string, value: unknown, scope = '') =>
    typeof value === 'string' || typeof value === 'number'
      ? [{kind, severity, path, value: String(value), key: `${kind} ${_type} ${scope} ${value}`}]
      : []
  const inProduct = isObject(product) && typeof product._ref === 'string' ? product._ref : ''
  switch (_type) {
    case 'scenario':
      return [
        ...own('duplicateAnchor', 'error', 'anchor', anchor),
        ...(Array.isArray(formerAnchors) ? formerAnchors : [])
          .filter((name) => name !== anchor)
          .flatMap((name) => own('duplicateAnchor', 'error', 'formerAnchors', name)),
        ...own('duplicateOrder', 'warning', 'order', order),
      ]
    case 'productModule':
      return [
        ...own('duplicateValue', 'error', 'route', route),
        ...own('duplicateOrder', 'warning', 'order', order, inProduct),
      ]
    case 'product':
      return [
        ...own('duplicateValue', 'error', 'route', route),
        ...own('duplicateValue', 'error', 'code', code, 'code'),
        ...own('duplicateOrder', 'warning', 'order', order),
      ]
    default:
      return []
  }
}

/** Lists of which two items have one key: the page would have one id twice, and an edit of one would reach the other. */
function repeatedKeys(document: ContentDocument): Collision[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value).flatMap(([field, list]) => {
      if (!Array.isArray(list)) return []
      const keys = list.flatMap((item) => (isObject(item) && typeof item._key === 'string' ? [item._key] : []))
      return repeated(keys).map((key): Collision => {
        return {kind: 'duplicateKey', severity: 'error', path: path ? `${path}.${field}` : field, detail: key}
      })
    }),
  )
}

/** A menu with the same page twice. */
function repeatedLinks(document: ContentDocument): Collision[] {
  if (document._type !== 'navigation') return []
  return objectsIn(document).flatMap(({path, value}) => {
    const links: unknown[] = Array.isArray(value.links) ? value.links : []
    const routes = links.flatMap((link) => (isObject(link) && typeof link.route === 'string' ? [link.route] : []))
    return repeated(routes).map((route): Collision => {
      return {kind: 'duplicateLink', severity: 'warning', path: `${path}.links`, detail: route}
    })
  })
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
