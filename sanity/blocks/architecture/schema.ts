import {StackIcon} from '@sanity/icons/Stack'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {alternativeField, captionField, itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('架构图', 'Architecture')

/** Layers from top to bottom, the links between them, and what they share. */
export const architecture = defineType({
  name: 'architecture',
  title,
  type: 'object',
  icon: StackIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'layers',
      of: 'architectureLayer',
      min: 2,
      max: 6,
      title: label('层', 'Layers'),
      description: hint('从上到下，2 到 6 层。', 'From top to bottom, 2 to 6 of them.'),
    }),
    localeField({
      name: 'shared',
      type: 'localeString',
      title: label('贯穿各层', 'Shared by all layers'),
      description: hint(
        '画在一侧、各层都用的部分，用竖线“|”隔开，可以不填。',
        'Drawn along the side, separated by “|”; optional.',
      ),
      lengths: {zh: 40, en: 90},
    }),
    localeField({
      name: 'sharedLabel',
      type: 'localeString',
      title: label('侧栏的名称', 'Name of the side'),
      description: hint(
        '写在一侧各部分的上方；不填则写“各层共用”。',
        'Stands above what is drawn along the side; “Shared by all layers” if empty.',
      ),
      lengths: {zh: 12, en: 28},
    }),
    captionField,
    alternativeField,
  ],
  preview: blockPreview(title, 'layers'),
})

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label('系统分几层、各层有什么。', 'For the layers of a system and what each holds.'),
}
