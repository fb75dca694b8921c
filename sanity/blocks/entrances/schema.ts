import {EnterIcon} from '@sanity/icons/Enter'
import {UsersIcon} from '@sanity/icons/Users'
import {defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, nextField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

const title = label('入口', 'Ways in')

/** Links by kind of reader: the reader's question, and the page that answers it. */
export const entrances = defineType({
  name: 'entrances',
  title,
  type: 'object',
  icon: EnterIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'groups',
      of: 'entranceGroup',
      max: 3,
      title: label('分组', 'Groups'),
      description: hint('如按岗位、按单位，最多 3 组。', 'Such as by role and by organisation, three at most.'),
    }),
    nextField,
  ],
  preview: blockPreview(title, 'groups'),
})

/** Ways in that belong together, such as those by role. */
const entranceGroup = defineType({
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

/** A way in for one kind of reader. */
const entrance = defineType({
  name: 'entrance',
  title: label('入口', 'Way in'),
  type: 'object',
  icon: EnterIcon,
  fields: [
    defineField({
      name: 'link',
      title: label('给谁', 'For whom'),
      type: 'link',
      description: hint(
        '读者是谁，打开回答他的那一页。',
        'Who the reader is, and the page that answers their question.',
      ),
      validation: (rule) => rule.required().error(hint('请填写文字和页面。', 'Give it a label and a page.')),
    }),
    localeField({
      name: 'text',
      type: 'localeString',
      title: label('他的问题', 'Their question'),
      description: hint('用读者自己的话问一句。', 'One question, in the reader’s own words.'),
      required: true,
      lengths: {zh: 40, en: 90},
    }),
  ],
  preview: bilingualPreview('link.label', {below: 'text'}),
})

/** Types of the objects that only this block holds. */
export const objects = [entranceGroup, entrance]

export const menu: BlockMenu = {
  group: 'overviews',
  help: label('读者是谁，就从哪一页看起；放在首页。', 'Where each kind of reader begins; for the home page.'),
}
