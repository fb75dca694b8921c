import {OlistIcon} from '@sanity/icons/Olist'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {captionField, itemsField, nextField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('流程图', 'Flow diagram')

/** A numbered flow, drawn from its steps. */
export const flow = defineType({
  name: 'flow',
  title,
  type: 'object',
  icon: OlistIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'steps',
      of: 'flowStep',
      min: 2,
      max: 8,
      title: label('步骤', 'Steps'),
      description: hint(
        '按先后顺序，2 到 8 步；图由此画出。',
        'In order, 2 to 8 of them; the diagram is drawn from these.',
      ),
    }),
    captionField,
    nextField,
  ],
  preview: blockPreview(title, 'steps'),
})

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label('按先后分几步完成的事，一步一句。', 'For work done in steps, one sentence per step.'),
}
