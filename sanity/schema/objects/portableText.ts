import {BlockContentIcon} from '@sanity/icons/BlockContent'
import {defineArrayMember, defineType} from 'sanity'
import {label} from '../support/bilingual.ts'

/** Running text: paragraphs, two levels of headings, lists, links, and claims quoted in the line. */
export const portableText = defineType({
  name: 'portableText',
  title: label('正文', 'Formatted text'),
  type: 'array',
  icon: BlockContentIcon,
  of: [
    defineArrayMember({
      type: 'block',
      styles: [
        {title: label('正文', 'Normal'), value: 'normal'},
        {title: label('二级标题', 'Heading 2'), value: 'h2'},
        {title: label('三级标题', 'Heading 3'), value: 'h3'},
      ],
      lists: [
        {title: label('项目符号', 'Bullets'), value: 'bullet'},
        {title: label('编号', 'Numbers'), value: 'number'},
      ],
      marks: {
        decorators: [
          {title: label('加粗', 'Strong'), value: 'strong'},
          {title: label('强调', 'Emphasis'), value: 'em'},
        ],
        annotations: [{type: 'routeLink'}, {type: 'externalLink'}],
      },
      of: [defineArrayMember({type: 'claimReference'})],
    }),
  ],
})
