import {CheckmarkCircleIcon} from '@sanity/icons/CheckmarkCircle'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One rule that the product keeps. */
export const ruleItem = defineType({
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
