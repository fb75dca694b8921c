import {DesktopIcon} from '@sanity/icons/Desktop'
import {defineArrayMember, defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {
  alternativeField,
  captionField,
  numberField,
  referenceField,
  sectionFields,
} from '../../schema/support/fieldKinds.ts'
import {cardsNameColumns, cellsMatchColumns} from '../../schema/support/listRules.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('产品画面', 'Product screen')
const isSchedule = (parent: unknown) =>
  typeof parent === 'object' && parent !== null && 'kind' in parent && parent.kind === 'schedule'
const hasEntries = (list: unknown) => Array.isArray(list) && list.length > 0

/** A screen of a product, made of example rows and marked as illustrative. */
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
      description: hint(
        '决定下面的行怎样画。还没动手写之前，换一种就换成那一种的示例。',
        'Decides how the rows below are drawn. Until something is written, another kind brings its own sample.',
      ),
      options: {
        list: [
          {title: label('清单', 'List'), value: 'table'},
          {title: label('排程', 'Schedule'), value: 'schedule'},
          {title: label('表单', 'Form'), value: 'form'},
          {title: label('图表', 'Chart'), value: 'chart'},
          {title: label('格位图', 'Plan of spaces'), value: 'spaces'},
          {title: label('看板', 'Board'), value: 'board'},
          {title: label('追溯', 'Trace'), value: 'trace'},
          {title: label('证书', 'Certificate'), value: 'certificate'},
          {title: label('日历', 'Calendar'), value: 'calendar'},
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
    referenceField({
      name: 'module',
      to: 'productModule',
      title: label('所在模块', 'Module'),
      description: hint(
        '左侧列出它所属产品的全部模块，并标出它；可以不选。',
        'The side bar lists the modules of its product and marks this one; optional.',
      ),
    }),
    localeField({
      name: 'filters',
      type: 'localeString',
      title: label('筛选', 'Filters'),
      description: hint(
        '用竖线“|”隔开，依次是：全部、等待、进行中、已结束。访客点得动，条数自动数；可以不填。',
        'Separated by “|”, in this order: all, waiting, active, ended. They work, and count the rows; optional.',
      ),
      lengths: {zh: 40, en: 70},
    }),
    localeField({
      name: 'action',
      type: 'localeString',
      title: label('主要操作', 'Main action'),
      description: hint(
        '右上角按钮上的字，只是画面的一部分；可以不填。',
        'The word on the button at the top right, part of the picture only; optional.',
      ),
      lengths: {zh: 8, en: 20},
    }),
    localeField({
      name: 'columns',
      type: 'localeString',
      title: label('表头', 'Heading row'),
      description: hint(
        '用竖线“|”隔开。清单：各列名称；排程：各时段；图表：实际与对照的名称；格位图：占用与空位的名称；看板：各栏名称；日历：各天，总数是 7 的倍数时每行七天，否则五天。',
        'Separated by “|”. List: names of the columns; schedule: the periods; chart: names of the bar and of what it is compared with; spaces: names for taken and free; board: names of the columns; calendar: the days, seven a line if their number divides by seven, else five.',
      ),
      lengths: {zh: 60, en: 110},
    }),
    localeField({
      name: 'detailColumns',
      type: 'localeString',
      title: label('详情的名称', 'Names of the details'),
      description: hint(
        '点开一行后显示的各项名称，用竖线“|”隔开；内容填在每一行的“详情”里。',
        'What an opened row shows, separated by “|”; the contents are in “Details” of each row.',
      ),
      lengths: {zh: 60, en: 110},
    }),
    defineField({
      name: 'rows',
      title: label('行', 'Rows'),
      type: 'array',
      description: hint(
        '画面里的示例，十五行以内。排程不画这些行，用不着就删掉。',
        'Examples on the screen, fifteen at most. A schedule does not draw them: delete what is left over.',
      ),
      of: [defineArrayMember({type: 'screenRow'})],
      // Rows left from another kind are checked, too: an error must not stand where nobody can mend it.
      hidden: ({parent, value}) => isSchedule(parent) && !hasEntries(value),
      validation: (rule) => [
        rule.max(15).error(hint('最多 15 行。', 'Fifteen rows at most.')),
        rule.custom(cellsMatchColumns),
        rule.custom(cardsNameColumns),
        rule.custom((rows, {parent}) =>
          isSchedule(parent) || hasEntries(rows) ? true : hint('请至少添加一行。', 'Add at least one row.'),
        ),
      ],
    }),
    defineField({
      name: 'lanes',
      title: label('泳道', 'Lanes'),
      type: 'array',
      description: hint(
        '排程里的每一行。其他类型不画，用不着就删掉。',
        'Each line of the schedule. Other kinds do not draw them: delete what is left over.',
      ),
      of: [defineArrayMember({type: 'timelineLane'})],
      hidden: ({parent, value}) => !isSchedule(parent) && !hasEntries(value),
      validation: (rule) =>
        rule.custom((lanes, {parent}) =>
          !isSchedule(parent) || hasEntries(lanes) ? true : hint('请至少添加一条泳道。', 'Add at least one lane.'),
        ),
    }),
    numberField({
      name: 'selected',
      title: label('先打开第几行', 'Row that is open'),
      description: hint(
        '从 1 数起；不填时打开第一个有详情的行。',
        'Counting from 1; without a number the first row with details is open.',
      ),
      min: 1,
      max: 15,
      whole: true,
    }),
    localeField({
      name: 'audit',
      type: 'localeString',
      title: label('留痕', 'Audit line'),
      description: hint(
        '画面最下面的一行：谁在何时做了什么，写角色，不写人名；可以不填。',
        'The last line: who did what when, by role and never by name; optional.',
      ),
      lengths: {zh: 50, en: 110},
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
