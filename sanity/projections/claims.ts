import {z} from 'zod'
import {claimProjection, claimShape} from './claim.ts'
import {blockShape} from './shape.ts'

export const claimsProjection = /* groq */ `heading, intro, claims[]->{${claimProjection}}`

export const claimsShape = blockShape('claims', {claims: z.array(claimShape).min(1)})
