import {z} from 'zod'
import {claimProjection, claimShape} from '../../projections/claim.ts'
import {blockShape} from '../../projections/shape.ts'

export const claimsProjection = /* groq */ `heading, intro, claims[]->{${claimProjection}}`

export const claimsShape = blockShape('claims', {claims: z.array(claimShape).min(1)})
