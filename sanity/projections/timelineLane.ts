import {z} from 'zod'
import {listOf, optionalText, text} from './shape.ts'
import {tone} from './tone.ts'

export const timelineLaneProjection = /* groq */ `_key, label, details, note,
  items[]{_key, label, from, to, baselineFrom, baselineTo, tone}`

/** Number of a period, counted from one; ranges include both ends. */
const period = z.number().min(1)

export const timelineLaneShape = z.object({
  _key: z.string(),
  label: text,
  details: optionalText,
  note: optionalText,
  items: listOf({
    label: optionalText,
    from: period,
    to: period,
    baselineFrom: period.nullish(),
    baselineTo: period.nullish(),
    tone,
  }),
})

export type TimelineLane = z.output<typeof timelineLaneShape>
