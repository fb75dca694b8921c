import {LinkIcon} from '@sanity/icons/Link'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {demoField, routeField, sectionField} from '../support/pageFields.ts'

/** A link in running text to a page of the site; it follows the reader's language. */
export const routeLink = defineType({
  name: 'routeLink',
  title: label('站内链接', 'Link to a page'),
  type: 'object',
  icon: LinkIcon,
  fields: [
    routeField({
      title: label('页面', 'Page'),
      description: hint('点击后打开的页面，语言随读者。', 'The page that opens, in the reader’s language.'),
      required: true,
    }),
    sectionField,
    demoField,
  ],
  preview: {select: {title: 'route'}},
})
