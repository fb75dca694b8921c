import {linkProjection, linkShape} from '../../projections/link.ts'
import {roleProjection, roleShape} from '../../projections/role.ts'
import {blockShape, listOf, optionalText, text} from '../../projections/shape.ts'

export const flowProjection = /* groq */ `heading, intro, next{${linkProjection}}, caption, steps[]{_key, title, text, role->{${roleProjection}}}`

export const flowShape = blockShape('flow', {
  next: linkShape.nullish().catch(null),
  caption: optionalText,
  steps: listOf({title: text, text: optionalText, role: roleShape.nullish()}),
})
