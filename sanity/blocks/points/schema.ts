import {DotIcon} from '@sanity/icons/Dot'
import {ThLargeIcon} from '@sanity/icons/ThLarge'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, nextField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

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

/** One short point of a grid. */
const pointItem = defineType({
  name: 'pointItem',
  title: label('要点', 'Point'),
  type: 'object',
  icon: DotIcon,
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('要点', 'Point'),
      description: hint('先说读者得到什么。', 'Say first what the reader gains.'),
      required: true,
      lengths: {zh: 20, en: 50},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint('一两句话说清楚。', 'One or two sentences.'),
      required: true,
      lengths: {zh: 120, en: 280},
    }),
  ],
  preview: bilingualPreview('title', {below: 'text'}),
})

/** Types of the objects that only this block holds. */
export const objects = [pointItem]

export const menu: BlockMenu = {
  group: 'text',
  help: label('几个并列的要点，每个两三句。', 'For a few points of equal weight, two or three sentences each.'),
}
