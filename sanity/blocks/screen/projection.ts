import {z} from 'zod'
import {choice, listOf, optionalText, text} from '../../projections/fields.ts'
import {blockShape} from '../../projections/shape.ts'
import {timelineLaneProjection, timelineLaneShape} from '../../projections/timelineLane.ts'
import {tone} from '../../projections/tone.ts'

export const screenProjection = /* groq */ `heading, intro, caption, alternative, kind, title, columns,
  rows[]{_key, cells, tone, amount, reference}, lanes[]{${timelineLaneProjection}}`

export const screenShape = blockShape('screen', {
  caption: optionalText,
  alternative: text,
  kind: choice(['table', 'schedule', 'form', 'chart', 'spaces']),
  title: text,
  columns: optionalText,
  rows: listOf({cells: text, tone, amount: z.number().nullish(), reference: z.number().nullish()}).nullish(),
  lanes: z.array(timelineLaneShape).nullish(),
}).superRefine(({kind, rows, lanes}, context) => {
  const field = kind === 'schedule' ? 'lanes' : 'rows'
  if ((kind === 'schedule' ? lanes : rows)?.length) return
  context.addIssue({code: 'custom', path: [field], message: `a screen of the kind ${kind} needs ${field}`})
})

export type ScreenBlock = z.output<typeof screenShape>
