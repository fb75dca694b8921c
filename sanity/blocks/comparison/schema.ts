import {SplitVerticalIcon} from '@sanity/icons/SplitVertical'
import {defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {alternativeField, captionField, itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview, editorLanguageFirst} from '../../schema/support/previews.ts'

const title = label('版本对比', 'Version comparison')
const version = {type: 'localeString', required: true, lengths: {zh: 10, en: 22}} as const

/** Two versions item by item: what was added, removed and changed. */
export const comparison = defineType({
  name: 'comparison',
  title,
  type: 'object',
  icon: SplitVerticalIcon,
  fields: [
    ...sectionFields,
    localeField({
      ...version,
      name: 'before',
      title: label('前一版', 'Earlier version'),
      description: hint('左边一版的名称，如“基线”。', 'Name of the version on the left, such as “Baseline”.'),
    }),
    localeField({
      ...version,
      name: 'after',
      title: label('后一版', 'Later version'),
      description: hint('右边一版的名称，如“第 3 版”。', 'Name of the version on the right, such as “Version 3”.'),
    }),
    itemsField({
      name: 'rows',
      of: 'comparisonRow',
      max: 10,
      title: label('对比项', 'Compared items'),
      description: hint(
        '逐项列出，十项以内；增删改的数目会自动数出。',
        'Item by item, ten at most; the changes are counted by themselves.',
      ),
    }),
    captionField,
    alternativeField,
  ],
  preview: blockPreview(title, 'rows'),
})

const changes = [
  {title: label('不变', 'Unchanged'), value: 'same'},
  {title: label('新增', 'Added'), value: 'added'},
  {title: label('取消', 'Removed'), value: 'removed'},
  {title: label('修改', 'Changed'), value: 'changed'},
]

const side = {type: 'localeString', lengths: {zh: 18, en: 36}} as const

/** One item in two versions: added, removed or changed. */
const comparisonRow = defineType({
  name: 'comparisonRow',
  title: label('对比项', 'Compared item'),
  type: 'object',
  icon: SplitVerticalIcon,
  fields: [
    localeField({
      ...side,
      name: 'item',
      title: label('项目', 'Item'),
      description: hint('比较的是哪一项。', 'Which item is compared.'),
      required: true,
    }),
    defineField({
      name: 'change',
      title: label('变化', 'Change'),
      type: 'string',
      description: hint('决定这一行的记号。', 'Decides how the row is marked.'),
      options: {
        list: changes,
        layout: 'radio',
      },
      initialValue: 'same',
      validation: (rule) => rule.required().error(hint('请选择一种变化。', 'Choose a change.')),
    }),
    localeField({
      ...side,
      name: 'before',
      title: label('原来', 'Before'),
      description: hint('前一版的内容；新增的项不填。', 'What the earlier version says; leave out for an added item.'),
    }),
    localeField({
      ...side,
      name: 'after',
      title: label('现在', 'After'),
      description: hint('后一版的内容；取消的项不填。', 'What the later version says; leave out for a removed item.'),
    }),
  ],
  preview: {
    select: {zh: 'item.zh', en: 'item.en', change: 'change'},
    prepare: ({zh, en, change}) => {
      const [title, other] = editorLanguageFirst(zh, en)
      const kind = changes.find(({value}) => value === change)?.title
      return {title, subtitle: [kind, other].filter(Boolean).join(' · ')}
    },
  },
})

/** Types of the objects that only this block holds. */
export const objects = [comparisonRow]

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '并排比较两种做法，差别一眼可见。',
    'Sets two ways of working side by side, so that the difference shows.',
  ),
}
