import {UserIcon} from '@sanity/icons/User'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {referenceField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** A role, with a text about it. */
export const roleItem = defineType({
  name: 'roleItem',
  title: label('角色说明', 'Role and what it does'),
  type: 'object',
  icon: UserIcon,
  fields: [
    referenceField({
      name: 'role',
      to: 'role',
      title: label('角色', 'Role'),
      description: hint('从角色列表中选择。', 'Choose from the list of roles.'),
      required: true,
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint('这个角色在这里做什么、得到什么。', 'What this role does here and what it gains.'),
      required: true,
      lengths: {zh: 120, en: 280},
    }),
  ],
  preview: bilingualPreview('role.name', {below: 'text'}),
})
