import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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

export const menu: BlockMenu = {
  group: 'text',
  help: label(
    '客户常问、又不必占正文篇幅的问题。',
    'For questions that customers ask and that need no room in the text.',
  ),
}
