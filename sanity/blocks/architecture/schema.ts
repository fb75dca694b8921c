import {StackIcon} from '@sanity/icons/Stack'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {alternativeField, captionField, itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {sixPartsAtMost} from '../../schema/support/listRules.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

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

/** One layer of an architecture and the parts in it. */
const architectureLayer = defineType({
  name: 'architectureLayer',
  title: label('层', 'Layer'),
  type: 'object',
  icon: StackIcon,
  fields: [
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('这一层是什么。', 'What this layer is.'),
      required: true,
      lengths: {zh: 12, en: 28},
    }),
    localeField({
      name: 'parts',
      type: 'localeString',
      title: label('组成', 'Parts'),
      description: hint('层里的各部分，用竖线“|”隔开，最多六个。', 'The parts in it, separated by “|”, six at most.'),
      required: true,
      lengths: {zh: 60, en: 140},
      rules: (rule) => [rule.custom(sixPartsAtMost).warning()],
    }),
    localeField({
      name: 'link',
      type: 'localeString',
      title: label('与下一层的联系', 'Link to the next layer'),
      description: hint('写在通向下一层的箭头旁，可以不填。', 'Written beside the arrow to the next layer; optional.'),
      lengths: {zh: 16, en: 40},
    }),
  ],
  preview: bilingualPreview('name', {below: 'parts'}),
})

/** Types of the objects that only this block holds. */
export const objects = [architectureLayer]

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label('系统分几层、各层有什么。', 'For the layers of a system and what each holds.'),
}
