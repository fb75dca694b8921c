import {SplitVerticalIcon} from '@sanity/icons/SplitVertical'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {editorLanguageFirst} from '../support/previews.ts'

const changes = [
  {title: label('不变', 'Unchanged'), value: 'same'},
  {title: label('新增', 'Added'), value: 'added'},
  {title: label('取消', 'Removed'), value: 'removed'},
  {title: label('修改', 'Changed'), value: 'changed'},
]

const side = {type: 'localeString', lengths: {zh: 18, en: 36}} as const

/** One item in two versions: added, removed or changed. */
export const comparisonRow = defineType({
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
