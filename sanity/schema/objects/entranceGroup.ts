import {UsersIcon} from '@sanity/icons/Users'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {itemsField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** Ways in that belong together, such as those by role. */
export const entranceGroup = defineType({
  name: 'entranceGroup',
  title: label('一组入口', 'Group of ways in'),
  type: 'object',
  icon: UsersIcon,
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('按什么分的，如“按您的岗位”。', 'What they are grouped by, such as “By your role”.'),
      required: true,
      lengths: {zh: 12, en: 40},
    }),
    itemsField({
      name: 'items',
      of: 'entrance',
      max: 6,
      title: label('入口', 'Ways in'),
      description: hint('最多 6 个。', 'Six at most.'),
    }),
  ],
  preview: bilingualPreview('title'),
})
