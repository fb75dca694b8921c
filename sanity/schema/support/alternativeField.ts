import {hint, label} from './bilingual.ts'
import {localeField} from './localeField.ts'

/** What a drawing says, for people who cannot see it. */
export const alternativeField = localeField({
  name: 'alternative',
  type: 'localeText',
  title: label('文字说明', 'Text alternative'),
  description: hint(
    '用文字讲完整张图，供看不到图的人使用。',
    'Tells the whole diagram in words, for people who cannot see it.',
  ),
  required: true,
  lengths: {zh: 300, en: 700},
})
