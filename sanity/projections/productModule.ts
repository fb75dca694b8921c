import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {hues} from './product.ts'
import {choice, documentShape, route, text} from './shape.ts'

export const productModuleProjection = /* groq */ `${documentFields}, name, summary, route, order, product->{${documentFields}, code, hue}`

export const productModuleShape = z.object({
  ...documentShape,
  name: text,
  summary: text,
  route: route.nullish(),
  order: z.number(),
  product: z.object({...documentShape, code: text, hue: choice(hues)}),
})

export type ProductModule = z.output<typeof productModuleShape>
