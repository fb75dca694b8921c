import {ThListIcon} from '@sanity/icons/ThList'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {numberField, toneField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One row of a product screen: a line of a list, a field of a form, a bar of a chart, a level of a plan of spaces, a card. */
export const screenRow = defineType({
  name: 'screenRow',
  title: label('行', 'Row'),
  type: 'object',
  icon: ThListIcon,
  fields: [
    localeField({
      name: 'cells',
      type: 'localeString',
      title: label('内容', 'Cells'),
      description: hint(
        '各格之间用竖线“|”隔开；只写看得出是示例的内容，如“例-001”。',
        'Cells separated by “|”; only what is plainly an example, such as “EX-001”.',
      ),
      required: true,
      lengths: {zh: 70, en: 120},
    }),
    localeField({
      name: 'details',
      type: 'localeString',
      title: label('详情', 'Details'),
      description: hint(
        '点开这一行后显示，用竖线“|”隔开，顺序同“详情的名称”；可以不填。',
        'Shown when the row is opened, separated by “|”, in the order of “Names of the details”; optional.',
      ),
      lengths: {zh: 80, en: 150},
    }),
    localeField({
      name: 'note',
      type: 'localeString',
      title: label('规则的回答', 'Answer of the rule'),
      description: hint(
        '点开这一行后显示的一句话：系统为什么放行或拦下；可以不填。',
        'One sentence in the opened row: why the system lets it pass or stops it; optional.',
      ),
      lengths: {zh: 60, en: 130},
    }),
    toneField({required: false}),
    numberField({
      name: 'amount',
      title: label('条长', 'Length of bar'),
      description: hint(
        '仅用于图表：条有多长，0 到 100，图上不写数字。',
        'Charts only: how long the bar is, 0 to 100; no figure is shown.',
      ),
      min: 0,
      max: 100,
    }),
    numberField({
      name: 'reference',
      title: label('对照条长', 'Length to compare with'),
      description: hint('仅用于图表：计划或基线的长度，可以不填。', 'Charts only: the planned length; optional.'),
      min: 0,
      max: 100,
    }),
  ],
  preview: bilingualPreview('cells'),
})
