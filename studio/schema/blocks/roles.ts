import {UsersIcon} from '@sanity/icons/Users'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {itemsField} from '../support/itemsField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('角色', 'Roles')

/** Who works with it, and what each of them does. */
export const roles = defineType({
  name: 'roles',
  title,
  type: 'object',
  icon: UsersIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'items',
      of: 'roleItem',
      title: label('角色', 'Roles'),
      description: hint('每个角色做什么、得到什么。', 'What each role does and gains.'),
    }),
  ],
  preview: blockPreview(title, 'items'),
})
