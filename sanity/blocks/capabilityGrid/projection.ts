import {z} from 'zod'
import {capabilityProjection, capabilityShape} from '../../projections/capability.ts'
import {linkProjection, linkShape} from '../../projections/link.ts'
import {blockShape} from '../../projections/shape.ts'

export const capabilityGridProjection = /* groq */ `heading, intro, next{${linkProjection}}, capabilities[]->{${capabilityProjection}}`

export const capabilityGridShape = blockShape('capabilityGrid', {
  next: linkShape.nullish().catch(null),
  capabilities: z.array(capabilityShape).min(1),
})
