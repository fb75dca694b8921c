import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {itemsField} from '../support/itemsField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('常见问题', 'Questions and answers')

/** Questions that visitors ask. */
export const faq = defineType({
  name: 'faq',
  title,
  type: 'object',
  icon: HelpCircleIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'items',
      of: 'faqItem',
      title: label('问答', 'Questions'),
      description: hint('最常被问到的放在前面。', 'Most often asked first.'),
    }),
  ],
  preview: blockPreview(title, 'items'),
})
