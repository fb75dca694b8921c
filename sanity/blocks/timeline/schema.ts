import {BarChartIcon} from '@sanity/icons/BarChart'
import {CalendarIcon} from '@sanity/icons/Calendar'
import {defineArrayMember, defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {
  alternativeField,
  captionField,
  itemsField,
  numberField,
  sectionFields,
} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('时间图', 'Timeline')

/** Lanes of bars over periods, with a baseline, and optionally the load of each period. */
export const timeline = defineType({
  name: 'timeline',
  title,
  type: 'object',
  icon: CalendarIcon,
  fields: [
    ...sectionFields,
    localeField({
      name: 'periods',
      type: 'localeString',
      title: label('时段', 'Periods'),
      description: hint(
        '用竖线“|”隔开，如“第1月|第2月|第3月”；两竖线之间可以空着，只留刻度。',
        'Separated by “|”, such as “M1|M2|M3”; leave nothing between two bars for a tick without words.',
      ),
      required: true,
      lengths: {zh: 80, en: 120},
    }),
    itemsField({
      name: 'lanes',
      of: 'timelineLane',
      max: 8,
      title: label('泳道', 'Lanes'),
      description: hint('从上到下，8 条以内。', 'From top to bottom, eight at most.'),
    }),
    numberField({
      name: 'marker',
      title: label('标线位置', 'Marked moment'),
      description: hint(
        '第几个时段结束处画一条竖线，可以不填。',
        'At the end of which period a line is drawn; optional.',
      ),
      min: 0,
      max: 24,
    }),
    localeField({
      name: 'markerLabel',
      type: 'localeString',
      title: label('标线文字', 'What the line marks'),
      description: hint('写在竖线旁，如“定为基线”。', 'Written beside the line, such as “baseline fixed”.'),
      lengths: {zh: 10, en: 24},
    }),
    localeField({
      name: 'loadLabel',
      type: 'localeString',
      title: label('费用一行的名称', 'Name of the cost row'),
      description: hint(
        '泳道下面柱状图的名称，不画就不填。',
        'The name of the columns below the lanes; leave it empty if there are none.',
      ),
      lengths: {zh: 18, en: 40},
    }),
    defineField({
      name: 'loads',
      title: label('各段费用', 'Cost of each period'),
      type: 'array',
      description: hint('每个时段一根柱子，可以不填。', 'One column per period; optional.'),
      of: [defineArrayMember({type: 'timelineLoad'})],
    }),
    captionField,
    alternativeField,
  ],
  preview: blockPreview(title, 'lanes'),
})

/** Load of one period of a timeline, a height without a figure. */
const timelineLoad = defineType({
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

/** Types of the objects that only this block holds. */
export const objects = [timelineLoad]

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '计划和时间：谁在什么时段做什么，与基线相比如何。',
    'For plans over time: what happens when, against a baseline.',
  ),
}
