import {StackIcon} from '@sanity/icons/Stack'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One layer of an architecture and the parts in it. */
export const architectureLayer = defineType({
  name: 'architectureLayer',
  title: label('层', 'Layer'),
  type: 'object',
  icon: StackIcon,
  fields: [
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('这一层是什么。', 'What this layer is.'),
      required: true,
      lengths: {zh: 12, en: 28},
    }),
    localeField({
      name: 'parts',
      type: 'localeString',
      title: label('组成', 'Parts'),
      description: hint('层里的各部分，用竖线“|”隔开，最多六个。', 'The parts in it, separated by “|”, six at most.'),
      required: true,
      lengths: {zh: 60, en: 140},
    }),
    localeField({
      name: 'link',
      type: 'localeString',
      title: label('与下一层的联系', 'Link to the next layer'),
      description: hint('写在通向下一层的箭头旁，可以不填。', 'Written beside the arrow to the next layer; optional.'),
      lengths: {zh: 16, en: 40},
    }),
  ],
  preview: bilingualPreview('name', {below: 'parts'}),
})
