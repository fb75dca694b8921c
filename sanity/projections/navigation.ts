import {documentFields} from './documentFields.ts'
import {linkProjection} from './link.ts'

const menuGroupProjection = /* groq */ `_key, label, title, route, links[]{_key, ${linkProjection}}`

export const navigationProjection = /* groq */ `${documentFields}, menu[]{${menuGroupProjection}}, footer[]{${menuGroupProjection}}`
