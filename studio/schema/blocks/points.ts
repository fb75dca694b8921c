import {ThLargeIcon} from '@sanity/icons/ThLarge'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {itemsField} from '../support/itemsField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('要点', 'Points')

/** What a module does, as a grid of short points. */
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
  ],
  preview: blockPreview(title, 'items'),
})
