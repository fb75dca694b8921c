import {z} from 'zod'
import {linkProjection, linkShape} from '../../projections/link.ts'
import {productProjection, productShape} from '../../projections/product.ts'
import {blockShape} from '../../projections/shape.ts'

export const productGridProjection = /* groq */ `heading, intro, next{${linkProjection}}, products[]->{${productProjection}}`

export const productGridShape = blockShape('productGrid', {
  next: linkShape.nullish().catch(null),
  products: z.array(productShape).min(1),
})
