import {TiersIcon} from '@sanity/icons/Tiers'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {referenceField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('模块一览', 'Module map')

/** All modules of a product, in their order. */
export const moduleMap = defineType({
  name: 'moduleMap',
  title,
  type: 'object',
  icon: TiersIcon,
  fields: [
    ...sectionFields,
    referenceField({
      name: 'product',
      to: 'product',
      title: label('产品', 'Product'),
      description: hint(
        '列出这个产品的全部模块；名称、简介和顺序来自各模块。',
        'Lists all modules of this product; names, summaries and order come from the modules.',
      ),
      required: true,
    }),
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'overviews',
  help: label(
    '列出一个产品的全部模块，随模块资料自动更新。',
    'All the modules of a product, kept up to date from their own documents.',
  ),
}
