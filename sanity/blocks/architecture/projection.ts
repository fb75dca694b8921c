import {blockShape, listOf, optionalText, text} from '../../projections/shape.ts'

export const architectureProjection = /* groq */ `heading, intro, caption, alternative,
  layers[]{_key, name, parts, link}, shared, sharedLabel`

export const architectureShape = blockShape('architecture', {
  caption: optionalText,
  alternative: text,
  layers: listOf({name: text, parts: text, link: optionalText}),
  shared: optionalText,
  sharedLabel: optionalText,
})
