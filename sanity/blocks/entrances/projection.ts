import {z} from 'zod'
import {linkProjection, linkShape} from '../../projections/link.ts'
import {blockShape, listOf, text} from '../../projections/shape.ts'

export const entrancesProjection = /* groq */ `heading, intro, next{${linkProjection}},
  groups[]{_key, title, items[]{_key, text, link{${linkProjection}}}}`

export const entrancesShape = blockShape('entrances', {
  next: linkShape.nullish().catch(null),
  groups: listOf({title: text, items: z.array(z.object({_key: z.string(), text, link: linkShape})).min(1)}),
})
