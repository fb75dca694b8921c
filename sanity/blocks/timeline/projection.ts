import {z} from 'zod'
import {blockShape, optionalListOf, optionalText, text} from '../../projections/shape.ts'
import {timelineLaneProjection, timelineLaneShape} from '../../projections/timelineLane.ts'

export const timelineProjection = /* groq */ `heading, intro, caption, alternative, periods,
  lanes[]{${timelineLaneProjection}}, marker, markerLabel, loadLabel, loads[]{_key, amount, baseline}`

export const timelineShape = blockShape('timeline', {
  caption: optionalText,
  alternative: text,
  periods: text,
  lanes: z.array(timelineLaneShape).min(1),
  marker: z.number().nullish(),
  markerLabel: optionalText,
  loadLabel: optionalText,
  loads: optionalListOf({amount: z.number(), baseline: z.number().nullish()}),
})
