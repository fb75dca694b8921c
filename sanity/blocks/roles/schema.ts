import {UsersIcon} from '@sanity/icons/Users'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label('讲谁在用、各自得到什么，不分先后。', 'Who works with it and what each gains, in no order.'),
}
