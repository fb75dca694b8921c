import {WrenchIcon} from '@sanity/icons/Wrench'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {byOrder, orderField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {readOnlyIfStray, routeField} from '../support/pageFields.ts'
import {bilingualPreview} from '../support/previews.ts'

/** A technical capability of the vendor, with a page of its own. */
export const capability = defineType({
  name: 'capability',
  title: label('技术能力', 'Capability'),
  type: 'document',
  readOnly: readOnlyIfStray,
  icon: WrenchIcon,
  fields: [
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('网格和菜单里显示的名称。', 'The name in grids and menus.'),
      required: true,
      lengths: {zh: 14, en: 36},
    }),
    localeField({
      name: 'summary',
      type: 'localeText',
      title: label('简介', 'Summary'),
      description: hint('一两句话，先说客户得到什么。', 'One or two sentences: first what the customer gains.'),
      required: true,
      lengths: {zh: 90, en: 220},
    }),
    routeField({
      title: label('页面', 'Page'),
      description: hint('介绍它的页面，固定不变。', 'The page about it, which is fixed.'),
      required: true,
      readOnly: true,
    }),
    orderField,
  ],
  orderings: [byOrder],
  preview: bilingualPreview('name'),
})
