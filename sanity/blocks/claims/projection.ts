import {z} from 'zod'
import {claimProjection, claimShape} from '../../projections/claim.ts'
import {linkProjection, linkShape} from '../../projections/link.ts'
import {blockShape} from '../../projections/shape.ts'

export const claimsProjection = /* groq */ `heading, intro, next{${linkProjection}}, claims[]->{${claimProjection}}`

export const claimsShape = blockShape('claims', {
  next: linkShape.nullish().catch(null),
  claims: z.array(claimShape).min(1),
})
