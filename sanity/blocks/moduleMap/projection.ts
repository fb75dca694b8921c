import {z} from 'zod'
import {productProjection, productShape} from '../../projections/product.ts'
import {productModuleProjection, productModuleShape} from '../../projections/productModule.ts'
import {blockShape} from '../../projections/shape.ts'

/** All modules of the product, with or without a page: new modules appear without an edit. */
export const moduleMapProjection = /* groq */ `heading, intro, product->{
  ${productProjection},
  "modules": *[_type == "productModule" && product._ref == ^._id] | order(order asc, _id asc){${productModuleProjection}}
}`

export const moduleMapShape = blockShape('moduleMap', {
  product: productShape.extend({modules: z.array(productModuleShape).min(1)}),
})
