import {LinkIcon} from '@sanity/icons/Link'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {demoField, routeField, sectionField} from '../support/pageFields.ts'
import {bilingualPreview} from '../support/previews.ts'

/** A labelled link to a page of the site: buttons, menu and footer entries. */
export const link = defineType({
  name: 'link',
  title: label('链接', 'Link'),
  type: 'object',
  icon: LinkIcon,
  fields: [
    localeField({
      name: 'label',
      type: 'localeString',
      title: label('文字', 'Label'),
      description: hint('读者看到并点击的文字，说明会去哪里。', 'What readers see and press: say where it leads.'),
      required: true,
      lengths: {zh: 16, en: 40},
    }),
    routeField({
      title: label('页面', 'Page'),
      description: hint('点击后打开的页面，语言随读者。', 'The page that opens, in the reader’s language.'),
      required: true,
    }),
    sectionField,
    demoField,
  ],
  preview: bilingualPreview('label', {detail: 'route'}),
})
