import {EnterIcon} from '@sanity/icons/Enter'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** A way in for one kind of reader. */
export const entrance = defineType({
  name: 'entrance',
  title: label('入口', 'Way in'),
  type: 'object',
  icon: EnterIcon,
  fields: [
    defineField({
      name: 'link',
      title: label('给谁', 'For whom'),
      type: 'link',
      description: hint(
        '读者是谁，打开回答他的那一页。',
        'Who the reader is, and the page that answers their question.',
      ),
      validation: (rule) => rule.required().error(hint('请填写文字和页面。', 'Give it a label and a page.')),
    }),
    localeField({
      name: 'text',
      type: 'localeString',
      title: label('他的问题', 'Their question'),
      description: hint('用读者自己的话问一句。', 'One question, in the reader’s own words.'),
      required: true,
      lengths: {zh: 40, en: 90},
    }),
  ],
  preview: bilingualPreview('link.label', {below: 'text'}),
})
