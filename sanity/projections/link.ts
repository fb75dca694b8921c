import {z} from 'zod'
import {demoStepProjection, demoStepShape} from './demoStep.ts'
import {route, text} from './shape.ts'

export const linkProjection = /* groq */ `_type, label, route, demo{${demoStepProjection}}`

export const linkShape = z.object({label: text, route, demo: demoStepShape})

export type LinkTarget = z.output<typeof linkShape>
