import {blockShape, listOf, text} from '../../projections/shape.ts'

export const rulesProjection = /* groq */ `heading, intro, items[]{_key, title, text}`

export const rulesShape = blockShape('rules', {items: listOf({title: text, text})})
