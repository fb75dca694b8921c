import {listOf, optionalText, text} from '../../projections/fields.ts'
import {roleProjection, roleShape} from '../../projections/role.ts'
import {blockShape} from '../../projections/shape.ts'

export const flowProjection = /* groq */ `heading, intro, caption, steps[]{_key, title, text, role->{${roleProjection}}}`

export const flowShape = blockShape('flow', {
  caption: optionalText,
  steps: listOf({title: text, text: optionalText, role: roleShape.nullish()}),
})
