import {isRoute, type ProductName, productOf} from '@/lib/routes'
import type {Hue} from '@/sanity/projections/product'

const hues: Record<ProductName, Hue> = {lims: 'teal', advp: 'violet', lqm: 'amber', evms: 'vermilion'}

/** The hue of the product to which a route belongs, for places that know a route but no product. */
export function hueOf(route: string | null | undefined): Hue | undefined {
  const product = route && isRoute(route) ? productOf(route) : undefined
  return product && hues[product]
}
