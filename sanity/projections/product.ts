import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {choice, documentShape, route, text} from './shape.ts'

export const productProjection = /* groq */ `${documentFields}, code, name, summary, route, hue`

export const hues = ['teal', 'violet', 'amber', 'vermilion'] as const

export type Hue = (typeof hues)[number]

export const productShape = z.object({
  ...documentShape,
  code: text,
  name: text,
  summary: text,
  route,
  hue: choice(hues),
})

export type Product = z.output<typeof productShape>
