import {ComponentIcon} from '@sanity/icons/Component'
import {defineArrayMember, defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {byOrder, orderField, referenceField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {routeField} from '../support/pageFields.ts'
import {bilingualPreview} from '../support/previews.ts'
import {noCopyMark} from '../support/scenarioRules.ts'

/** A module of a product; with a route it has a feature page, without one it is presented on the product's page. */
export const productModule = defineType({
  name: 'productModule',
  title: label('模块', 'Module'),
  type: 'document',
  icon: ComponentIcon,
  fields: [
    referenceField({
      name: 'product',
      to: 'product',
      title: label('产品', 'Product'),
      description: hint('这个模块属于哪个产品。', 'The product that this module belongs to.'),
      required: true,
    }),
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('模块在各处的统一名称。', 'What this module is called everywhere.'),
      required: true,
      lengths: {zh: 14, en: 40},
      rules: (rule) => [rule.custom(noCopyMark)],
    }),
    localeField({
      name: 'summary',
      type: 'localeText',
      title: label('简介', 'Summary'),
      description: hint('一两句话，先说结果，再说怎么做到。', 'One or two sentences: the outcome first, then how.'),
      required: true,
      lengths: {zh: 120, en: 280},
    }),
    routeField({
      title: label('功能页面', 'Feature page'),
      description: hint(
        '有自己页面的模块才选；没有则只在产品页介绍。',
        'Only for a module with a page of its own; others are presented on the product’s page.',
      ),
    }),
    defineField({
      name: 'roles',
      title: label('使用角色', 'Roles'),
      type: 'array',
      description: hint('谁会用到这个模块。', 'Who works with this module.'),
      of: [defineArrayMember({type: 'reference', to: [{type: 'role'}]})],
      validation: (rule) => [
        rule
          .unique()
          .error(hint('同一角色只需选择一次，请删去重复的。', 'Each role is needed only once: remove the duplicate.')),
        rule
          .min(1)
          .warning(hint('请说明谁会用到它：至少选择一个角色。', 'Say who works with it: choose at least one role.')),
      ],
    }),
    orderField,
  ],
  orderings: [byOrder],
  preview: bilingualPreview('name', {detail: 'product.code'}),
})
