import {ThLargeIcon} from '@sanity/icons/ThLarge'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, nextField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('要点', 'Points')

/** A grid of short points. */
export const points = defineType({
  name: 'points',
  title,
  type: 'object',
  icon: ThLargeIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'items',
      of: 'pointItem',
      title: label('要点', 'Points'),
      description: hint('最重要的放在前面，三到六项最易读。', 'Most important first; three to six read best.'),
    }),
    nextField,
  ],
  preview: blockPreview(title, 'items'),
})

export const menu: BlockMenu = {
  group: 'text',
  help: label('几个并列的要点，每个两三句。', 'For a few points of equal weight, two or three sentences each.'),
}
