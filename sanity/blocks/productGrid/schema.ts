import {PackageIcon} from '@sanity/icons/Package'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {nextField, referencesField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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
    nextField,
  ],
  preview: blockPreview(title, 'products'),
})

export const menu: BlockMenu = {
  group: 'overviews',
  help: label(
    '四个产品的入口，用在首页或平台页面。',
    'The way into the four products, for the home page or the platform’s.',
  ),
}
