import {z} from 'zod'
import {documentFields} from '../../projections/documentFields.ts'
import {documentShape, route, text} from '../../projections/fields.ts'
import {linkProjection, linkShape} from '../../projections/link.ts'
import {blockShape} from '../../projections/shape.ts'

const capabilityProjection = /* groq */ `${documentFields}, name, summary, route`

export const capabilityGridProjection = /* groq */ `heading, intro, next{${linkProjection}}, capabilities[]->{${capabilityProjection}}`

export const capabilityGridShape = blockShape('capabilityGrid', {
  next: linkShape.nullish().catch(null),
  capabilities: z.array(z.object({...documentShape, name: text, summary: text, route})).min(1),
})
