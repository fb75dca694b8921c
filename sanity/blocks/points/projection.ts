import {listOf, text} from '../../projections/fields.ts'
import {blockShape} from '../../projections/shape.ts'

export const pointsProjection = /* groq */ `heading, intro, items[]{_key, title, text}`

export const pointsShape = blockShape('points', {items: listOf({title: text, text})})
