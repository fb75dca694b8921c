import {listOf, text} from '../../projections/fields.ts'
import {blockShape} from '../../projections/shape.ts'

export const rulesProjection = /* groq */ `heading, intro, items[]{_key, title, text}`

export const rulesShape = blockShape('rules', {items: listOf({title: text, text})})
