import {TranslateIcon} from '@sanity/icons/Translate'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {alwaysOpen, chineseRules, englishRules, isOneLine} from '../support/localeField.ts'

/** One line of text in both languages. */
export const localeString = defineType({
  name: 'localeString',
  title: label('双语文本', 'Text in both languages'),
  type: 'object',
  icon: TranslateIcon,
  options: alwaysOpen,
  fields: [
    defineField({
      name: 'zh',
      title: '中文',
      type: 'string',
      description: hint('中文页面。', 'Chinese pages.'),
      validation: (rule, context) => [...chineseRules(rule, context), rule.custom(isOneLine)],
    }),
    defineField({
      name: 'en',
      title: 'English',
      type: 'string',
      description: hint('英文页面。', 'English pages.'),
      validation: (rule) => [...englishRules(rule), rule.custom(isOneLine)],
    }),
  ],
  preview: {select: {title: 'zh', subtitle: 'en'}},
})
