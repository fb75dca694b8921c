import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {documentShape, route, text} from './shape.ts'

export const capabilityProjection = /* groq */ `${documentFields}, name, summary, route`

export const capabilityShape = z.object({...documentShape, name: text, summary: text, route})
