import {roleProjection, roleShape} from '../../projections/role.ts'
import {blockShape, listOf, text} from '../../projections/shape.ts'

export const rolesProjection = /* groq */ `heading, intro, items[]{_key, text, role->{${roleProjection}}}`

export const rolesShape = blockShape('roles', {items: listOf({text, role: roleShape})})
