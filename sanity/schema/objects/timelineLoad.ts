import {BarChartIcon} from '@sanity/icons/BarChart'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {numberField} from '../support/fieldKinds.ts'

/** Load of one period of a timeline, a height without a figure. */
export const timelineLoad = defineType({
  name: 'timelineLoad',
  title: label('一段的费用', 'Cost of a period'),
  type: 'object',
  icon: BarChartIcon,
  fields: [
    numberField({
      name: 'amount',
      title: label('现在', 'Now'),
      description: hint('柱子的高度，0 到 100，图上不写数字。', 'Height of the column, 0 to 100; no figure is shown.'),
      min: 0,
      max: 100,
      required: true,
    }),
    numberField({
      name: 'baseline',
      title: label('基线', 'Baseline'),
      description: hint('基线里的高度，可以不填。', 'Its height in the baseline; optional.'),
      min: 0,
      max: 100,
    }),
  ],
  preview: {
    select: {amount: 'amount', baseline: 'baseline'},
    prepare: ({amount, baseline}) => ({title: `${amount ?? '?'}`, subtitle: `${baseline ?? '–'}`}),
  },
})
