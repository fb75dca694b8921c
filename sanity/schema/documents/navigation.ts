import {MenuIcon} from '@sanity/icons/Menu'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {itemsField} from '../support/fieldKinds.ts'
import {readOnlyIfStray, readOnlyUnless} from '../support/pageFields.ts'

const title = label('导航', 'Navigation')

/** The menu in the header and the links in the footer. */
export const navigation = defineType({
  name: 'navigation',
  title,
  type: 'document',
  readOnly: (context) => readOnlyIfStray(context) || readOnlyUnless('settings')(context),
  icon: MenuIcon,
  fields: [
    itemsField({
      name: 'menu',
      of: 'menuGroup',
      max: 8,
      title: label('菜单', 'Menu'),
      description: hint('页眉里的菜单，最多 8 组。', 'The menu in the header, 8 groups at most.'),
    }),
    itemsField({
      name: 'footer',
      of: 'menuGroup',
      max: 8,
      title: label('页脚链接', 'Footer links'),
      description: hint(
        '页脚里的链接，一组一列，最多 8 组。',
        'The links in the footer, one group per column, 8 at most.',
      ),
    }),
  ],
  preview: {prepare: () => ({title})},
})
