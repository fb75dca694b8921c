import {getPublishedId} from 'sanity'
import {pageId, products, type Route, routes} from '../../lib/routes.ts'

/** The technical capabilities; each has a page at the route of its name. */
export const capabilities = ['java', 'net', 'odoo', 'web', 'ui', 'test'] as const

/** One document each; the id is the type's name. */
export const singletons = ['siteSettings', 'navigation'] as const

/** Every document whose existence is fixed, by type: the site is built around these ids. Editors change what they say. */
const fixedDocuments: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['page', new Set(routes.map(pageId))],
  ['product', new Set(products.map((name) => `product-${name}`))],
  ['capability', new Set(capabilities.map((name) => `capability-${name}`))],
  ...singletons.map((name) => [name, new Set<string>([name])] as const),
])

/** All of them, as type and id. */
export const allFixedDocuments = [...fixedDocuments].flatMap(([type, ids]) => [...ids].map((id) => ({type, id})))

/** Can editors add no documents of this type? */
export function isFixedType(type: string): boolean {
  return fixedDocuments.has(type)
}

/** Must this document stay? Takes the id of the draft or of the published document. */
export function isFixedDocument(type: string, id: string): boolean {
  return fixedDocuments.get(type)?.has(getPublishedId(id)) ?? false
}

/** The page about a capability. */
export function isCapabilityRoute(route: Route): boolean {
  return capabilities.some((name) => route === `/${name}`)
}
