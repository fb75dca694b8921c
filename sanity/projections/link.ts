import {z} from 'zod'
import {route, text} from './fields.ts'

export const linkProjection = /* groq */ `_type, label, route`

export const linkShape = z.object({label: text, route})
