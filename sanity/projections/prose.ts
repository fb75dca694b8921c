import {richTextProjection, richTextShape} from './richText.ts'
import {blockShape} from './shape.ts'

export const proseProjection = /* groq */ `heading, intro, body{_type, zh[]{${richTextProjection}}, en[]{${richTextProjection}}}`

export const proseShape = blockShape('prose', {body: richTextShape})
