import {z} from 'zod'
import {productProjection, productShape} from './product.ts'
import {blockShape} from './shape.ts'

export const productGridProjection = /* groq */ `heading, intro, products[]->{${productProjection}}`

export const productGridShape = blockShape('productGrid', {products: z.array(productShape).min(1)})
