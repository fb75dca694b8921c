import {photoProjection, photoShape} from '../../projections/photo.ts'
import {richTextProjection, richTextShape} from '../../projections/richText.ts'
import {blockShape} from '../../projections/shape.ts'

export const proseProjection = /* groq */ `heading, intro, body{_type, zh[]{${richTextProjection}}, en[]{${richTextProjection}}},
  ${photoProjection}`

export const proseShape = blockShape('prose', {body: richTextShape, photo: photoShape.nullish()})
