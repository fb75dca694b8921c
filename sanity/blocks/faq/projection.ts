import {blockShape, listOf, text} from '../../projections/shape.ts'

export const faqProjection = /* groq */ `heading, intro, items[]{_key, question, answer}`

export const faqShape = blockShape('faq', {items: listOf({question: text, answer: text})})
