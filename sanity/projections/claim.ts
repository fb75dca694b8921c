import {z} from 'zod'
import {documentFields} from './documentFields.ts'
import {choice, documentShape, optionalText, text} from './shape.ts'

/** Leaves out source and owner, which are internal. */
export const claimProjection = /* groq */ `${documentFields}, figure, comparator, unit, statement, method, sample, measured`

export const claimShape = z.object({
  ...documentShape,
  figure: z.number(),
  comparator: choice(['exactly', 'atLeast', 'atMost', 'moreThan', 'lessBy']),
  unit: text,
  statement: text,
  method: optionalText,
  sample: optionalText,
  measured: optionalText,
})

export type Claim = z.output<typeof claimShape>
