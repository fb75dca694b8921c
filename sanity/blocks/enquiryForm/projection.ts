import {z} from 'zod'
import {documentFields} from '../../projections/documentFields.ts'
import {productProjection, productShape} from '../../projections/product.ts'
import {blockShape, documentShape, route, text} from '../../projections/shape.ts'

/**
 * Options of "interest" come from products and modules, the privacy notice from its page: visitors agree to the version
 * that is published.
 */
export const enquiryFormProjection = /* groq */ `heading, intro, consent, receivedTitle, receivedText,
  products[]->{
    ${productProjection},
    "modules": *[_type == "productModule" && product._ref == ^._id] | order(order asc, _id asc){${documentFields}, name, route}
  },
  "privacy": *[_type == "page" && _id == "page-privacy"][0]{${documentFields}}`

export const enquiryFormShape = blockShape('enquiryForm', {
  consent: text,
  receivedTitle: text,
  receivedText: text,
  products: z
    .array(productShape.extend({modules: z.array(z.object({...documentShape, name: text, route: route.nullish()}))}))
    .min(1),
  privacy: z.object(documentShape),
})

export type EnquiryFormBlock = z.output<typeof enquiryFormShape>
