import {isRoute, type ProductName, productOf} from '@/lib/routes'
import type {Hue} from '@/sanity/projections/product'
import type {ProductModule} from '@/sanity/projections/productModule'

const hues: Record<ProductName, Hue> = {lims: 'teal', advp: 'violet', lqm: 'amber', evms: 'vermilion'}

/** A route's product hue, where no product is loaded. */
export function hueOf(route: string | null | undefined): Hue | undefined {
  const product = route && isRoute(route) ? productOf(route) : undefined
  return product && hues[product]
}

/** The products' codes and hues, where none is loaded. */
export const productMarks = Object.entries(hues).map(([name, hue]) => ({code: name.toUpperCase(), hue}))

/** A module's register number: `LIMS-03`. */
export function registerNumber({
  product,
  order,
}: {
  product: Pick<ProductModule['product'], 'code'>
  order: number
}): string {
  return `${product.code}-${String(order).padStart(2, '0')}`
}
