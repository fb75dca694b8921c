import {PresentationIcon} from '@sanity/icons/Presentation'
import {defineType} from 'sanity'
import {apiVersion} from '../../env.ts'
import {hint, label} from '../support/bilingual.ts'
import {byOrder, itemsField, orderField, referenceField} from '../support/fieldKinds.ts'
import {initialRead} from '../support/initialRead.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'
import {anchorField, formerAnchorsField, nextOrder, noCopyMark} from '../support/scenarioRules.ts'

/** A walkthrough of the demo page: one record of a product, followed from step to step. */
export const scenario = defineType({
  name: 'scenario',
  title: label('演示场景', 'Demo scenario'),
  type: 'document',
  icon: PresentationIcon,
  initialValue: async (_: unknown, {getClient}) => ({
    order: await initialRead(nextOrder(getClient({apiVersion}), 'scenario'), undefined),
  }),
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('标题', 'Title'),
      description: hint('演示页上的名称，说出跟着什么走。', 'Its name on the demo page: say what is followed.'),
      required: true,
      lengths: {zh: 16, en: 44},
      rules: (rule) => [rule.custom(noCopyMark)],
    }),
    localeField({
      name: 'summary',
      type: 'localeText',
      title: label('简介', 'Summary'),
      description: hint(
        '一两句话：从哪里到哪里，能试什么。',
        'One or two sentences: from where to where, and what may be tried.',
      ),
      required: true,
      lengths: {zh: 80, en: 180},
    }),
    referenceField({
      name: 'product',
      to: 'product',
      title: label('产品', 'Product'),
      description: hint('演示哪个产品；决定颜色。', 'The product that is shown; decides the colour.'),
      required: true,
    }),
    localeField({
      name: 'subject',
      type: 'localeString',
      title: label('跟着走的记录', 'Record that is followed'),
      description: hint(
        '画面上方的那一行，如“委托单 例-017”；要看得出是示例。',
        'The line above the picture, such as “Test order EX-017”; plainly an example.',
      ),
      required: true,
      lengths: {zh: 18, en: 40},
    }),
    anchorField,
    formerAnchorsField,
    orderField,
    itemsField({
      name: 'steps',
      of: 'scenarioStep',
      min: 2,
      max: 9,
      title: label('步骤', 'Steps'),
      description: hint('按先后顺序，2 到 9 步；拖动排序。', 'In order, 2 to 9 of them; drag to reorder.'),
    }),
  ],
  orderings: [byOrder],
  preview: bilingualPreview('title', {detail: 'product.code'}),
})
