import {linkProjection, linkShape} from './link.ts'
import {blockShape} from './shape.ts'

export const callToActionProjection = /* groq */ `heading, intro, link{${linkProjection}}`

export const callToActionShape = blockShape('callToAction', {link: linkShape})
