import {TranslateIcon} from '@sanity/icons/Translate'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {alwaysOpen, chineseRules, englishRules} from '../support/localeField.ts'

/** Formatted text in both languages. */
export const localeBlocks = defineType({
  name: 'localeBlocks',
  title: label('双语正文', 'Formatted text in both languages'),
  type: 'object',
  icon: TranslateIcon,
  options: alwaysOpen,
  fields: [
    defineField({
      name: 'zh',
      title: '中文',
      type: 'portableText',
      description: hint('中文页面。', 'Chinese pages.'),
      validation: chineseRules,
    }),
    defineField({
      name: 'en',
      title: 'English',
      type: 'portableText',
      description: hint('英文页面。', 'English pages.'),
      validation: englishRules,
    }),
  ],
  preview: {select: {title: 'zh', subtitle: 'en'}},
})
