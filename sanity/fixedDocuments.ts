import {pageId, products, type Route, routes} from '../lib/routes.ts'
import type {BlockName} from './blocks/index.ts'

/** Each capability has a page at the route of its name. */
const capabilities = ['java', 'net', 'odoo', 'web', 'ui', 'test'] as const

/** Types with one document, whose id is the type's name. */
const singletons = ['siteSettings', 'navigation'] as const

/** Ids by type of the documents that editors can neither add nor remove: code refers to them. */
const fixedDocuments: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['page', new Set(routes.map(pageId))],
  ['product', new Set(products.map((name) => `product-${name}`))],
  ['capability', new Set(capabilities.map((name) => `capability-${name}`))],
  ...singletons.map((name) => [name, new Set<string>([name])] as const),
])

/** Types of which editors can neither add nor remove documents. */
export const fixedTypes = [...fixedDocuments.keys()]

/** All fixed documents. */
export const fixedDocumentList = [...fixedDocuments].flatMap(([type, ids]) => [...ids].map((id) => ({type, id})))

/** Returns whether editors can neither add nor remove documents of a type. */
export function isFixedType(type: string): boolean {
  return fixedDocuments.has(type)
}

/** Returns whether editors cannot remove a document, by its published id. */
export function isFixedDocument(type: string, publishedId: string): boolean {
  return fixedDocuments.get(type)?.has(publishedId) ?? false
}

/** Returns whether a route is a capability's page. */
export function isCapabilityRoute(route: Route): boolean {
  return capabilities.some((name) => route === `/${name}`)
}

/**
 * The block that a route cannot do without: modules without a page appear only on their product's page, contact details on
 * the contact page, and the home page links the products.
 */
export const requiredBlocks: ReadonlyMap<Route, BlockName> = new Map<Route, BlockName>([
  ['/', 'productGrid'],
  ['/contact', 'contactDetails'],
  ...products.map((name) => [`/${name}`, 'moduleMap'] as const),
])
