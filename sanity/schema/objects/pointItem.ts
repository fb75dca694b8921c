import {DotIcon} from '@sanity/icons/Dot'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One short point of a grid. */
export const pointItem = defineType({
  name: 'pointItem',
  title: label('要点', 'Point'),
  type: 'object',
  icon: DotIcon,
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('要点', 'Point'),
      description: hint('先说读者得到什么。', 'Say first what the reader gains.'),
      required: true,
      lengths: {zh: 20, en: 50},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint('一两句话说清楚。', 'One or two sentences.'),
      required: true,
      lengths: {zh: 120, en: 280},
    }),
  ],
  preview: bilingualPreview('title', {below: 'text'}),
})
