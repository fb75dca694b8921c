import {CircleIcon} from '@sanity/icons/Circle'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {toneField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One state of a state diagram. */
export const stateItem = defineType({
  name: 'stateItem',
  title: label('状态', 'State'),
  type: 'object',
  icon: CircleIcon,
  fields: [
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('状态名称', 'Name'),
      description: hint(
        '系统里显示的状态名称，如“待清理”。',
        'The state as the product calls it, such as “To be cleared”.',
      ),
      required: true,
      lengths: {zh: 12, en: 28},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint('处于这个状态意味着什么，可以不填。', 'What being in this state means; optional.'),
      lengths: {zh: 80, en: 200},
    }),
    toneField({required: true}),
  ],
  preview: bilingualPreview('name'),
})
