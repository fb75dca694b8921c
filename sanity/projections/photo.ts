import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {documentShape, optionalText, text} from './fields.ts'

/** An uploaded photograph with crop, hotspot, size and placeholder. */
export const photoProjection = /* groq */ `alt, caption, crop{top, bottom, left, right}, hotspot{x, y},
  asset->{${documentFields}, url, "lqip": metadata.lqip, "width": metadata.dimensions.width, "height": metadata.dimensions.height}`

const fraction = z.number().min(0).max(1)

export const photoShape = z.object({
  alt: text,
  caption: optionalText,
  crop: z.object({top: fraction, bottom: fraction, left: fraction, right: fraction}).nullish(),
  hotspot: z.object({x: fraction, y: fraction}).nullish(),
  asset: z.object({
    ...documentShape,
    url: text,
    lqip: optionalText,
    width: z.number().positive(),
    height: z.number().positive(),
  }),
})

export type PhotoValue = z.output<typeof photoShape>
