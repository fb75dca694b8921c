import {linkProjection, linkShape} from '../../projections/link.ts'
import {blockShape} from '../../projections/shape.ts'

export const callToActionProjection = /* groq */ `heading, intro, link{${linkProjection}}`

export const callToActionShape = blockShape('callToAction', {link: linkShape})
