import {listOf, text} from '../../projections/fields.ts'
import {linkProjection, linkShape} from '../../projections/link.ts'
import {blockShape} from '../../projections/shape.ts'

export const pointsProjection = /* groq */ `heading, intro, next{${linkProjection}}, items[]{_key, title, text}`

export const pointsShape = blockShape('points', {
  next: linkShape.nullish().catch(null),
  items: listOf({title: text, text}),
})
