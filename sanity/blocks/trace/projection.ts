import type {z} from 'zod'
import {productProjection, productShape} from '../../projections/product.ts'
import {blockShape, listOf, optionalListOf, optionalText, text} from '../../projections/shape.ts'

export const traceProjection = /* groq */ `heading, intro, product->{${productProjection}}, report, item, value, unit,
  rows[]{_key, cells}, prompt, chain[]{_key, kind, title, detail, state}, verdict, caption`

export const traceShape = blockShape('trace', {
  product: productShape.nullish(),
  report: text,
  item: text,
  value: text,
  unit: optionalText,
  rows: optionalListOf({cells: text}),
  prompt: text,
  chain: listOf({kind: text, title: text, detail: text, state: optionalText}),
  verdict: optionalText,
  caption: optionalText,
})

export type TraceBlock = z.output<typeof traceShape>
