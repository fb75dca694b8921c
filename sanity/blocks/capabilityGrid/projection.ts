import {z} from 'zod'
import {capabilityProjection, capabilityShape} from '../../projections/capability.ts'
import {blockShape} from '../../projections/shape.ts'

export const capabilityGridProjection = /* groq */ `heading, intro, capabilities[]->{${capabilityProjection}}`

export const capabilityGridShape = blockShape('capabilityGrid', {capabilities: z.array(capabilityShape).min(1)})
