import {z} from 'zod'
import {documentFields} from '../../projections/documentFields.ts'
import {blockShape, choice, documentShape, optionalListOf, optionalText, text} from '../../projections/shape.ts'
import {timelineLaneProjection, timelineLaneShape} from '../../projections/timelineLane.ts'
import {tone} from '../../projections/tone.ts'

/** The side bar lists all modules of the product of the screen's own. */
const screenModuleProjection = /* groq */ `${documentFields}, product->{
    ${documentFields}, code, "modules": *[_type == "productModule" && product._ref == ^._id] | order(order asc, _id asc){
      ${documentFields}, name
    }
  }`

export const screenProjection = /* groq */ `heading, intro, caption, alternative, kind, title, filters, action, columns,
  detailColumns, selected, audit, module->{${screenModuleProjection}},
  rows[]{_key, cells, details, note, tone, amount, reference}, lanes[]{${timelineLaneProjection}}`

const screenModuleShape = z.object({
  ...documentShape,
  product: z.object({...documentShape, code: text, modules: z.array(z.object({...documentShape, name: text}))}),
})

export const screenShape = blockShape('screen', {
  caption: optionalText,
  alternative: text,
  kind: choice(['table', 'schedule', 'form', 'chart', 'spaces', 'board', 'trace', 'certificate', 'calendar']),
  title: text,
  module: screenModuleShape.nullish().catch(null),
  filters: optionalText,
  action: optionalText,
  columns: optionalText,
  detailColumns: optionalText,
  selected: z.number().nullish(),
  audit: optionalText,
  rows: optionalListOf({
    cells: text,
    details: optionalText,
    note: optionalText,
    tone,
    amount: z.number().nullish(),
    reference: z.number().nullish(),
  }),
  lanes: z.array(timelineLaneShape).nullish(),
}).superRefine(({kind, rows, lanes}, context) => {
  const field = kind === 'schedule' ? 'lanes' : 'rows'
  if ((kind === 'schedule' ? lanes : rows)?.length) return
  context.addIssue({code: 'custom', path: [field], message: `a screen of the kind ${kind} needs ${field}`})
})

export type ScreenBlock = z.output<typeof screenShape>
