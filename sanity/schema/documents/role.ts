import {UserIcon} from '@sanity/icons/User'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'
import {noCopyMark} from '../support/scenarioRules.ts'

/** A job at the customer's. */
export const role = defineType({
  name: 'role',
  title: label('角色', 'Role'),
  type: 'document',
  icon: UserIcon,
  fields: [
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('这个角色在各处的统一叫法。', 'What this role is called everywhere.'),
      required: true,
      lengths: {zh: 14, en: 48},
      rules: (rule) => [rule.custom(noCopyMark)],
    }),
  ],
  orderings: [{title: label('名称', 'Name'), name: 'byName', by: [{field: 'name.zh', direction: 'asc'}]}],
  preview: bilingualPreview('name'),
})
