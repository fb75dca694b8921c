import {z} from 'zod'
import {productProjection, productShape} from '../../projections/product.ts'
import {blockShape} from '../../projections/shape.ts'

export const productGridProjection = /* groq */ `heading, intro, products[]->{${productProjection}}`

export const productGridShape = blockShape('productGrid', {products: z.array(productShape).min(1)})
