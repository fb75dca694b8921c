import {z} from 'zod'
import {demoStepProjection, demoStepShape} from './demoStep.ts'
import {sectionShape} from './section.ts'
import {route, text} from './shape.ts'

/** Where a link leads: a page, or a place in it. */
export const targetProjection = /* groq */ `route, section, demo{${demoStepProjection}}`

export const targetFields = {route, section: sectionShape, demo: demoStepShape}

export const linkProjection = /* groq */ `_type, label, ${targetProjection}`

export const linkShape = z.object({label: text, ...targetFields})

export type LinkTarget = z.output<typeof linkShape>
