import {productHues} from '@/sanity/projections/product'
import type {ProductModule} from '@/sanity/projections/productModule'

/** The products' codes and hues, where none is loaded. */
export const productMarks = Object.entries(productHues).map(([name, hue]) => ({code: name.toUpperCase(), hue}))

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
