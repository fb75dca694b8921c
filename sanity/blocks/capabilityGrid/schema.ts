import {WrenchIcon} from '@sanity/icons/Wrench'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {nextField, referencesField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('技术能力网格', 'Capability grid')

/** Technical capabilities side by side. */
export const capabilityGrid = defineType({
  name: 'capabilityGrid',
  title,
  type: 'object',
  icon: WrenchIcon,
  fields: [
    ...sectionFields,
    referencesField({
      name: 'capabilities',
      to: 'capability',
      title: label('技术能力', 'Capabilities'),
      description: hint(
        '按显示顺序选择，名称和简介来自技术能力本身。',
        'In the order shown; name and summary come from the capability.',
      ),
    }),
    nextField,
  ],
  preview: blockPreview(title, 'capabilities'),
})

export const menu: BlockMenu = {
  group: 'overviews',
  help: label('技术能力的入口。', 'The way into the technical capabilities.'),
}
