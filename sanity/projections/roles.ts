import {listOf, text} from './fields.ts'
import {roleProjection, roleShape} from './role.ts'
import {blockShape} from './shape.ts'

export const rolesProjection = /* groq */ `heading, intro, items[]{_key, text, role->{${roleProjection}}}`

export const rolesShape = blockShape('roles', {items: listOf({text, role: roleShape})})
