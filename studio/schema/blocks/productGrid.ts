import {PackageIcon} from '@sanity/icons/Package'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {referencesField} from '../support/referencesField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('产品网格', 'Product grid')

/** Products side by side. */
export const productGrid = defineType({
  name: 'productGrid',
  title,
  type: 'object',
  icon: PackageIcon,
  fields: [
    ...sectionFields,
    referencesField({
      name: 'products',
      to: 'product',
      title: label('产品', 'Products'),
      description: hint(
        '按显示顺序选择，名称和简介来自产品本身。',
        'In the order shown; name and summary come from the product.',
      ),
    }),
  ],
  preview: blockPreview(title, 'products'),
})
