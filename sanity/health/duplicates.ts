import {isObject} from '../../lib/json.ts'
import {locales} from '../../lib/locales.ts'
import {isFixedDocument} from '../fixedDocuments.ts'
import {type ContentDocument, objectsIn} from './contentDocuments.ts'
import {withoutUnseen} from './controls.ts'

/** A value that two documents, or two parts of one, must not share. */
export interface Duplicate {
  kind:
    | 'duplicateAnchor'
    | 'duplicateOrder'
    | 'duplicateValue'
    | 'duplicateTitle'
    | 'duplicateText'
    | 'duplicateKey'
    | 'duplicateLink'
  severity: 'error' | 'warning'
  path: string
  /** The shared value, after the id of the other document if there is one. */
  detail: string
}

/** Ids of the documents that have a value which must be unique, by `UniqueValue.key`. */
export type UniqueValueIndex = ReadonlyMap<string, readonly string[]>

interface UniqueValue {
  kind: Duplicate['kind']
  severity: Duplicate['severity']
  path: string
  value: string
  /** Documents with the same key are duplicates. */
  key: string
}

/** Indexes all values that must be unique. */
export function indexUniqueValues(documents: readonly ContentDocument[]): UniqueValueIndex {
  const index = new Map<string, string[]>()
  for (const document of documents) {
    for (const key of new Set(uniqueValuesOf(document).map(({key}) => key))) {
      index.set(key, [...(index.get(key) ?? []), document._id])
    }
  }
  return index
}

/** Returns what a document wrongly shares with others, and keys and links that it repeats itself. */
export function findDuplicates(document: ContentDocument, index: UniqueValueIndex): Duplicate[] {
  const shared = uniqueValuesOf(document).flatMap(({kind, severity, path, value, key}) => {
    const other = index.get(key)?.find((id) => id !== document._id)
    return other === undefined ? [] : [{kind, severity, path, detail: `${other} ${value}`}]
  })
  return [...shared, ...repeatedKeys(document), ...repeatedLinks(document)]
}

function uniqueValuesOf(document: ContentDocument): UniqueValue[] {
  const {_id, _type, anchor, formerAnchors, order, product, route, code, title, name, statement} = document
  const own = (kind: Duplicate['kind'], severity: Duplicate['severity'], path: string, value: unknown, scope = '') =>
    typeof value === 'string' || typeof value === 'number'
      ? [{kind, severity, path, value: String(value), key: `${kind} ${_type} ${scope} ${value}`}]
      : []
  const texts = (kind: Duplicate['kind'], field: string, text: unknown, scope = '') =>
    isObject(text)
      ? locales.flatMap((locale) =>
          own(kind, 'warning', `${field}.${locale}`, withoutBlank(text[locale]), `${scope} ${locale}`),
        )
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
        ...texts('duplicateText', 'title', title),
      ]
    case 'productModule':
      return [
        ...own('duplicateValue', 'error', 'route', route),
        ...own('duplicateOrder', 'warning', 'order', order, inProduct),
        ...texts('duplicateText', 'name', name, inProduct),
      ]
    case 'role':
      return texts('duplicateText', 'name', name)
    case 'claim':
      return texts('duplicateText', 'statement', statement)
    case 'product':
      return [
        ...own('duplicateValue', 'error', 'route', route),
        ...own('duplicateValue', 'error', 'code', code, 'code'),
        ...own('duplicateOrder', 'warning', 'order', order),
      ]
    case 'page':
      // Visitors never see a page that belongs to no route.
      return isFixedDocument(_type, _id) ? texts('duplicateTitle', 'title', title) : []
    default:
      return []
  }
}

/** A missing text is reported as such. */
function withoutBlank(text: unknown): unknown {
  const shown = typeof text === 'string' ? withoutUnseen(text).trim() : ''
  return shown === '' ? undefined : shown
}

/** Keys that two items of a list share: a page would have the id twice, and an edit of one would change the other. */
function repeatedKeys(document: ContentDocument): Duplicate[] {
  return objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value).flatMap(([field, list]) => {
      if (!Array.isArray(list)) return []
      const keys = list.flatMap((item) => (isObject(item) && typeof item._key === 'string' ? [item._key] : []))
      return repeated(keys).map((key): Duplicate => {
        return {kind: 'duplicateKey', severity: 'error', path: path ? `${path}.${field}` : field, detail: key}
      })
    }),
  )
}

/** Links that a menu repeats. */
function repeatedLinks(document: ContentDocument): Duplicate[] {
  if (document._type !== 'navigation') return []
  return objectsIn(document).flatMap(({path, value}) => {
    const links: unknown[] = Array.isArray(value.links) ? value.links : []
    // Links to two sections of a page are two links.
    const targets = links.flatMap((link) =>
      isObject(link) && typeof link.route === 'string' ? [String(link.section ?? link.route)] : [],
    )
    return repeated(targets).map((target): Duplicate => {
      return {kind: 'duplicateLink', severity: 'warning', path: `${path}.links`, detail: target}
    })
  })
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
