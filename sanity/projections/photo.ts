import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {documentShape, optionalText, text} from './fields.ts'

/** An uploaded photograph with what the site needs to crop it and to keep its place while it loads. */
export const photoProjection = /* groq */ `alt, caption, crop{top, bottom, left, right}, hotspot{x, y},
  asset->{${documentFields}, url, "lqip": metadata.lqip, "width": metadata.dimensions.width, "height": metadata.dimensions.height}`

const part = z.number().min(0).max(1)

export const photoShape = z.object({
  alt: text,
  caption: optionalText,
  crop: z.object({top: part, bottom: part, left: part, right: part}).nullish(),
  hotspot: z.object({x: part, y: part}).nullish(),
  asset: z.object({
    ...documentShape,
    url: text,
    lqip: optionalText,
    width: z.number().positive(),
    height: z.number().positive(),
  }),
})

export type PhotoValue = z.output<typeof photoShape>
