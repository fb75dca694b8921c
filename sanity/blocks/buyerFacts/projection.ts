import {blockShape, choice, listOf, optionalText} from '../../projections/shape.ts'
import {buyerTopics} from './topics.ts'

export const buyerFactsProjection = /* groq */ `heading, intro, items[]{_key, topic, settle, answer}`

export const buyerFactsShape = blockShape('buyerFacts', {
  items: listOf({topic: choice(buyerTopics), settle: optionalText, answer: optionalText}),
})
