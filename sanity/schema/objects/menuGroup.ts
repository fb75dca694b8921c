import {MenuIcon} from '@sanity/icons/Menu'
import {defineArrayMember, defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {routeField} from '../support/pageFields.ts'
import {editorLanguageFirst} from '../support/previews.ts'

/** A column of the footer or an entry of the menu, with the links below it. */
export const menuGroup = defineType({
  name: 'menuGroup',
  title: label('菜单组', 'Menu group'),
  type: 'object',
  icon: MenuIcon,
  fields: [
    localeField({
      name: 'label',
      type: 'localeString',
      title: label('名称', 'Label'),
      description: hint('菜单里显示的名称。', 'The name that the menu shows.'),
      required: true,
      lengths: {zh: 12, en: 28},
    }),
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('全称', 'Full name'),
      description: hint(
        '展开后显示在链接上方；名称是缩写时填写。',
        'Shown above the links when the group is open; for a label that is an abbreviation.',
      ),
      lengths: {zh: 20, en: 60},
    }),
    routeField({
      title: label('自己的页面', 'Page of its own'),
      description: hint(
        '点击名称打开的页面；只用来归类时不选。',
        'The page that its name opens; leave it out if it only groups links.',
      ),
    }),
    defineField({
      name: 'links',
      title: label('链接', 'Links'),
      type: 'array',
      description: hint('这一组里的链接，按显示顺序。', 'The links of this group, in the order shown.'),
      of: [defineArrayMember({type: 'link'})],
    }),
  ],
  preview: {
    select: {zh: 'label.zh', en: 'label.en', full: 'title.zh', fullEn: 'title.en', links: 'links'},
    prepare: ({zh, en, full, fullEn, links}) => {
      const [title, other] = editorLanguageFirst(zh, en)
      // An abbreviation is the same in both languages: the full name is more useful below it.
      const beside = other === title ? editorLanguageFirst(full, fullEn)[0] : other
      return {title, subtitle: [beside, Array.isArray(links) ? links.length : undefined].filter(Boolean).join(' · ')}
    },
  },
})
