import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** A question that visitors ask, with its answer. */
export const faqItem = defineType({
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
