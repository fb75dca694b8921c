import {TranslateIcon} from '@sanity/icons/Translate'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {alwaysOpen, chineseRules, englishRules} from '../support/localeField.ts'

/** Several lines of plain text in both languages. */
export const localeText = defineType({
  name: 'localeText',
  title: label('双语段落', 'Paragraph in both languages'),
  type: 'object',
  icon: TranslateIcon,
  options: alwaysOpen,
  fields: [
    defineField({
      name: 'zh',
      title: '中文',
      type: 'text',
      rows: 4,
      description: hint('中文页面。', 'Chinese pages.'),
      validation: chineseRules,
    }),
    defineField({
      name: 'en',
      title: 'English',
      type: 'text',
      rows: 4,
      description: hint('英文页面。', 'English pages.'),
      validation: englishRules,
    }),
  ],
  preview: {select: {title: 'zh', subtitle: 'en'}},
})
