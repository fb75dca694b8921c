import {DesktopIcon} from '@sanity/icons/Desktop'
import {defineArrayMember, defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blocks.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {alternativeField, captionField, sectionFields} from '../../schema/support/fields.ts'
import {cellsMatchColumns} from '../../schema/support/listRules.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('产品画面', 'Product screen')
const isSchedule = (parent: unknown) =>
  typeof parent === 'object' && parent !== null && 'kind' in parent && parent.kind === 'schedule'

/** A screen of a product, drawn from example rows and marked as illustrative. */
export const screen = defineType({
  name: 'screen',
  title,
  type: 'object',
  icon: DesktopIcon,
  fields: [
    ...sectionFields,
    defineField({
      name: 'kind',
      title: label('画面类型', 'Kind of screen'),
      type: 'string',
      description: hint('决定下面的行怎样画。', 'Decides how the rows below are drawn.'),
      options: {
        list: [
          {title: label('清单', 'List'), value: 'table'},
          {title: label('排程', 'Schedule'), value: 'schedule'},
          {title: label('表单', 'Form'), value: 'form'},
          {title: label('图表', 'Chart'), value: 'chart'},
          {title: label('格位图', 'Plan of spaces'), value: 'spaces'},
        ],
        layout: 'radio',
      },
      initialValue: 'table',
      validation: (rule) => rule.required().error(hint('请选择一种类型。', 'Choose a kind.')),
    }),
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('画面标题', 'Title of the screen'),
      description: hint('写在画面顶上的那一行。', 'The line at the top of the screen.'),
      required: true,
      lengths: {zh: 20, en: 40},
    }),
    localeField({
      name: 'columns',
      type: 'localeString',
      title: label('表头', 'Heading row'),
      description: hint(
        '用竖线“|”隔开。清单：各列名称；排程：各时段；图表：实际与对照的名称；格位图：占用与空位的名称。',
        'Separated by “|”. List: names of the columns; schedule: the periods; chart: names of the bar and of what it is compared with; spaces: names for taken and free.',
      ),
      lengths: {zh: 60, en: 110},
    }),
    defineField({
      name: 'rows',
      title: label('行', 'Rows'),
      type: 'array',
      description: hint('画面里的示例，八行以内。', 'Examples on the screen, eight at most.'),
      of: [defineArrayMember({type: 'screenRow'})],
      hidden: ({parent}) => isSchedule(parent),
      validation: (rule) => [
        rule.max(8).error(hint('最多 8 行。', 'Eight rows at most.')),
        rule.custom(cellsMatchColumns),
        rule.custom((rows, {parent}) =>
          isSchedule(parent) || (Array.isArray(rows) && rows.length > 0)
            ? true
            : hint('请至少添加一行。', 'Add at least one row.'),
        ),
      ],
    }),
    defineField({
      name: 'lanes',
      title: label('泳道', 'Lanes'),
      type: 'array',
      description: hint('排程里的每一行。', 'Each line of the schedule.'),
      of: [defineArrayMember({type: 'timelineLane'})],
      hidden: ({parent}) => !isSchedule(parent),
      validation: (rule) =>
        rule.custom((lanes, {parent}) =>
          !isSchedule(parent) || (Array.isArray(lanes) && lanes.length > 0)
            ? true
            : hint('请至少添加一条泳道。', 'Add at least one lane.'),
        ),
    }),
    captionField,
    alternativeField,
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'screens',
  help: label(
    '让访客看到产品里的样子；内容是示例，会注明示意。',
    'Shows what the product looks like, from example rows, marked as illustrative.',
  ),
}
