import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {documentShape, text} from './shape.ts'

export const roleProjection = /* groq */ `${documentFields}, name`

export const roleShape = z.object({...documentShape, name: text})
