import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {documentShape, optionalText, text} from './shape.ts'

/** The field `photo` with crop, hotspot, size and placeholder. Null without a picture: its text alone would drop the block. */
export const photoProjection = /* groq */ `"photo": select(defined(photo.asset) => photo{
  alt, caption, crop{top, bottom, left, right}, hotspot{x, y},
  asset->{${documentFields}, url, "lqip": metadata.lqip, "isOpaque": metadata.isOpaque, "width": metadata.dimensions.width, "height": metadata.dimensions.height}
})`

const fraction = z.number().min(0).max(1)

const crop = z.object({top: fraction, bottom: fraction, left: fraction, right: fraction}).nullish()
const hotspot = z.object({x: fraction, y: fraction}).nullish()
const size = {width: z.number().positive(), height: z.number().positive()}

/** The fields that determine the visible part of a picture. */
export const croppedShape = z.object({crop, hotspot, asset: z.object(size)})

export const photoShape = z.object({
  alt: text,
  caption: optionalText,
  crop,
  hotspot,
  asset: z.object({...documentShape, url: text, lqip: optionalText, isOpaque: z.boolean().nullish(), ...size}),
})

export type PhotoValue = z.output<typeof photoShape>
