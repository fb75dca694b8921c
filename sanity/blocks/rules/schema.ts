import {CheckmarkCircleIcon} from '@sanity/icons/CheckmarkCircle'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

const title = label('规则', 'Rules')

/** Rules that the product enforces. */
export const rules = defineType({
  name: 'rules',
  title,
  type: 'object',
  icon: CheckmarkCircleIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'items',
      of: 'ruleItem',
      title: label('规则', 'Rules'),
      description: hint('系统执行的规则，一条一项。', 'The rules that the product enforces, one per entry.'),
    }),
  ],
  preview: blockPreview(title, 'items'),
})

/** One rule that the product keeps. */
const ruleItem = defineType({
  name: 'ruleItem',
  title: label('规则', 'Rule'),
  type: 'object',
  icon: CheckmarkCircleIcon,
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('规则', 'Rule'),
      description: hint('一句话说出规则。', 'The rule in one phrase.'),
      required: true,
      lengths: {zh: 24, en: 60},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint('系统怎样执行这条规则。', 'How the product enforces it.'),
      required: true,
      lengths: {zh: 160, en: 360},
    }),
  ],
  preview: bilingualPreview('title', {below: 'text'}),
})

/** Types of the objects that only this block holds. */
export const objects = [ruleItem]

export const menu: BlockMenu = {
  group: 'text',
  help: label(
    '系统自动把关的规定，一条一项。',
    'For the rules that the product enforces automatically, one per entry.',
  ),
}
