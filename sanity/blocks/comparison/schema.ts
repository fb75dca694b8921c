import {SplitVerticalIcon} from '@sanity/icons/SplitVertical'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {alternativeField, captionField, itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '并排比较两种做法，差别一眼可见。',
    'Sets two ways of working side by side, so that the difference shows.',
  ),
}
