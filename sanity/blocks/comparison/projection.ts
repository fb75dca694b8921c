import {blockShape, choice, listOf, optionalText, text} from '../../projections/shape.ts'

export const comparisonProjection = /* groq */ `heading, intro, caption, alternative, before, after,
  rows[]{_key, item, change, before, after}`

export const comparisonShape = blockShape('comparison', {
  caption: optionalText,
  alternative: text,
  before: text,
  after: text,
  rows: listOf({
    item: text,
    change: choice(['same', 'added', 'removed', 'changed']),
    before: optionalText,
    after: optionalText,
  }),
})
