import {CheckmarkCircleIcon} from '@sanity/icons/CheckmarkCircle'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {itemsField} from '../support/itemsField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('规则', 'Rules')

/** Rules that the product keeps for its users. */
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
      description: hint('系统执行的规则，一条一项。', 'The rules that the product keeps, one an entry.'),
    }),
  ],
  preview: blockPreview(title, 'items'),
})
