import {EnterIcon} from '@sanity/icons/Enter'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, nextField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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

export const menu: BlockMenu = {
  group: 'overviews',
  help: label('读者是谁，就从哪一页看起；放在首页。', 'Where each kind of reader begins; for the home page.'),
}
