import {UserIcon} from '@sanity/icons/User'
import {UsersIcon} from '@sanity/icons/Users'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, referenceField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

const title = label('角色', 'Roles')

/** Roles, and what each of them does. */
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

/** A role, with a text about it. */
const roleItem = defineType({
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

/** Types of the objects that only this block holds. */
export const objects = [roleItem]

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label('讲谁在用、各自得到什么，不分先后。', 'Who works with it and what each gains, in no order.'),
}
