import {NumberIcon} from '@sanity/icons/Number'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {nextField, referencesField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('数据', 'Claims')

/** Claims as large figures. */
export const claims = defineType({
  name: 'claims',
  title,
  type: 'object',
  icon: NumberIcon,
  fields: [
    ...sectionFields,
    referencesField({
      name: 'claims',
      to: 'claim',
      title: label('数据', 'Claims'),
      description: hint(
        '数字只在“数据”里修改一次，所有页面随之更新。',
        'A figure is changed once, in the claim itself, and every page follows.',
      ),
    }),
    nextField,
  ],
  preview: blockPreview(title, 'claims'),
})

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '用大号数字说话；数字取自“数据”，处处一致。',
    'Shows figures large; they come from Claims and are the same everywhere.',
  ),
}
