import {linkProjection, linkShape} from '../../projections/link.ts'
import {blockShape, listOf, text} from '../../projections/shape.ts'

export const pointsProjection = /* groq */ `heading, intro, next{${linkProjection}}, items[]{_key, title, text}`

export const pointsShape = blockShape('points', {
  next: linkShape.nullish().catch(null),
  items: listOf({title: text, text}),
})
