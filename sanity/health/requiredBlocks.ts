import {isRoute, products, type Route} from '../../lib/routes.ts'
import type {BlockName} from '../blocks/index.ts'
import type {ContentDocument} from './ContentDocument.ts'
import {isObject} from './objectsIn.ts'

/**
 * The blocks without which a page does not do what it is there for: a product's page presents the modules that have no
 * page of their own, the contact page says how to reach us, the home page leads to the products.
 */
function requiredBlocks(route: Route): BlockName[] {
  if (route === '/') return ['productGrid']
  if (route === '/contact') return ['contactDetails']
  return products.some((name) => route === `/${name}`) ? ['moduleMap'] : []
}

/** The blocks that a page lacks: `block` where it has none at all. */
export function missingBlocks(page: ContentDocument): (BlockName | 'block')[] {
  const {route, blocks} = page
  if (!Array.isArray(blocks) || blocks.length === 0) return ['block']
  if (typeof route !== 'string' || !isRoute(route)) return []
  const present = new Set(blocks.map((block: unknown) => (isObject(block) ? block._type : undefined)))
  return requiredBlocks(route).filter((name) => !present.has(name))
}
