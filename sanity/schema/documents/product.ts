import {PackageIcon} from '@sanity/icons/Package'
import {defineField, defineType, type SanityDocument} from 'sanity'
import {type Hue, hueOf, hues} from '../../projections/product.ts'
import {hint, label} from '../support/bilingual.ts'
import {byOrder, orderField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {readOnlyIfStray, routeField} from '../support/pageFields.ts'
import {editorLanguageFirst} from '../support/previews.ts'

const hueTitles: Record<Hue, readonly [zh: string, en: string]> = {
  teal: ['青', 'Teal'],
  violet: ['紫', 'Violet'],
  amber: ['琥珀', 'Amber'],
  vermilion: ['朱红', 'Vermilion'],
}

const routeOf = (document: SanityDocument | undefined) =>
  typeof document?.route === 'string' ? document.route : undefined

/** One of the four products. */
export const product = defineType({
  name: 'product',
  title: label('产品', 'Product'),
  type: 'document',
  readOnly: readOnlyIfStray,
  icon: PackageIcon,
  fields: [
    defineField({
      name: 'code',
      title: label('代号', 'Code'),
      type: 'string',
      description: hint(
        '产品的缩写，如 LIMS，两种语言通用。',
        'The abbreviation, such as LIMS, the same in both languages.',
      ),
      validation: (rule) =>
        rule
          .required()
          .uppercase()
          .max(8)
          .error(hint('请填写大写缩写，8 个字母以内。', 'Enter the abbreviation in capitals, 8 letters at most.')),
    }),
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('产品的全称。', 'The product’s full name.'),
      required: true,
      lengths: {zh: 20, en: 60},
    }),
    localeField({
      name: 'summary',
      type: 'localeText',
      title: label('简介', 'Summary'),
      description: hint(
        '首页和产品网格里的一两句话，先说结果。',
        'One or two sentences for the home page and product grids: outcome first.',
      ),
      required: true,
      lengths: {zh: 120, en: 280},
    }),
    routeField({
      title: label('页面', 'Page'),
      description: hint('产品的主页面，固定不变。', 'The product’s own page, which is fixed.'),
      required: true,
      readOnly: true,
    }),
    defineField({
      name: 'hue',
      title: label('颜色', 'Colour'),
      type: 'string',
      // One that strays, as from an import, can be put right.
      readOnly: ({document}) => document?.hue !== undefined && document.hue === hueOf(routeOf(document)),
      description: hint(
        '用于这个产品的线条、标记和数字。固定不变：产品图和菜单用的都是这个颜色。',
        'Used for this product’s lines, marks and figures. Fixed: the product’s drawing and the menu use it.',
      ),
      options: {
        list: hues.map((value) => ({title: label(...hueTitles[value]), value})),
        layout: 'radio',
        direction: 'horizontal',
      },
      validation: (rule) => [
        rule.required().error(hint('请选择一种颜色。', 'Choose a colour.')),
        rule.custom((hue, {document}) => {
          const own = hueOf(routeOf(document))
          if (!hue || !own || hue === own) return true
          const [zh, en] = hueTitles[own]
          return hint(
            `请选“${zh}”：产品图和菜单用的是这个颜色。`,
            `Choose “${en}”: the product’s drawing and the menu have this colour.`,
          )
        }),
      ],
    }),
    orderField,
  ],
  orderings: [byOrder],
  preview: {
    select: {code: 'code', title: 'name.zh', subtitle: 'name.en'},
    prepare: ({code, title: zh, subtitle: en}) => {
      const [name, other] = editorLanguageFirst(zh, en)
      return {title: [code, name].filter(Boolean).join(' '), subtitle: other}
    },
  },
})
