import {TiersIcon} from '@sanity/icons/Tiers'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {referenceField} from '../support/referenceField.ts'
import {sectionFields} from '../support/sectionFields.ts'

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
