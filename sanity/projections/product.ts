import {z} from 'zod'
import {isRoute, type ProductName, productOf} from '../../lib/routes.ts'
import {documentFields} from './documentFields.ts'
import {choice, documentShape, route, text} from './shape.ts'

export const productProjection = /* groq */ `${documentFields}, code, name, summary, route, hue`

export const hues = ['teal', 'violet', 'amber', 'vermilion'] as const

export type Hue = (typeof hues)[number]

/** Fixed, since drawings and line patterns belong to the hue, and since menu and mark load no product. */
export const productHues: Readonly<Record<ProductName, Hue>> = {
  lims: 'teal',
  advp: 'violet',
  lqm: 'amber',
  evms: 'vermilion',
}

/** The hue of the product that a route belongs to. */
export function hueOf(route: string | null | undefined): Hue | undefined {
  const product = route && isRoute(route) ? productOf(route) : undefined
  return product && productHues[product]
}

export const productShape = z.object({
  ...documentShape,
  code: text,
  name: text,
  summary: text,
  route,
  hue: choice(hues),
})

export type Product = z.output<typeof productShape>
