import {isRoute, type ProductName, productOf} from '@/lib/routes'
import type {Hue} from '@/sanity/projections/product'
import type {ProductModule} from '@/sanity/projections/productModule'

const hues: Record<ProductName, Hue> = {lims: 'teal', advp: 'violet', lqm: 'amber', evms: 'vermilion'}

/** The hue of the product to which a route belongs, for places that know a route but no product. */
export function hueOf(route: string | null | undefined): Hue | undefined {
  const product = route && isRoute(route) ? productOf(route) : undefined
  return product && hues[product]
}

/** A module's number in its product's register: `LIMS-03`. */
export function registerNumber({
  product,
  order,
}: {
  product: Pick<ProductModule['product'], 'code'>
  order: number
}): string {
  return `${product.code}-${String(order).padStart(2, '0')}`
}
