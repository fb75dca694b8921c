import {roleProjection, roleShape} from '../../projections/role.ts'
import {blockShape, listOf, optionalText, text} from '../../projections/shape.ts'

export const lanesProjection = /* groq */ `heading, intro, caption, steps[]{_key, title, text, role->{${roleProjection}}}`

export const lanesShape = blockShape('lanes', {
  caption: optionalText,
  steps: listOf({title: text, text: optionalText, role: roleShape}),
})
