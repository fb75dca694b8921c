import type {ProductModule} from '@/sanity/projections/productModule'

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
