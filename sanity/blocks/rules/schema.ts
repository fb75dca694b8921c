import {CheckmarkCircleIcon} from '@sanity/icons/CheckmarkCircle'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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

export const menu: BlockMenu = {
  group: 'text',
  help: label(
    '系统自动把关的规定，一条一项。',
    'For the rules that the product enforces automatically, one per entry.',
  ),
}
