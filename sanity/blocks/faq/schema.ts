import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

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

/** A question that visitors ask, with its answer. */
const faqItem = defineType({
  name: 'faqItem',
  title: label('问答', 'Question and answer'),
  type: 'object',
  icon: HelpCircleIcon,
  fields: [
    localeField({
      name: 'question',
      type: 'localeString',
      title: label('问题', 'Question'),
      description: hint('用读者会问的说法。', 'As a reader would ask it.'),
      required: true,
      lengths: {zh: 40, en: 100},
    }),
    localeField({
      name: 'answer',
      type: 'localeText',
      title: label('回答', 'Answer'),
      description: hint('第一句就给出答案。', 'Give the answer in the first sentence.'),
      required: true,
      lengths: {zh: 300, en: 700},
    }),
  ],
  preview: bilingualPreview('question', {below: 'answer'}),
})

/** Types of the objects that only this block holds. */
export const objects = [faqItem]

export const menu: BlockMenu = {
  group: 'text',
  help: label(
    '客户常问、又不必占正文篇幅的问题。',
    'For questions that customers ask and that need no room in the text.',
  ),
}
