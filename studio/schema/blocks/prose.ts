import {TextIcon} from '@sanity/icons/Text'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {blockPreview} from '../support/blockPreview.ts'
import {localeField} from '../support/localeField.ts'
import {sectionFields} from '../support/sectionFields.ts'

const title = label('正文', 'Text')

/** Running text. */
export const prose = defineType({
  name: 'prose',
  title,
  type: 'object',
  icon: TextIcon,
  fields: [
    ...sectionFields,
    localeField({
      name: 'body',
      type: 'localeBlocks',
      title: label('正文', 'Body'),
      description: hint(
        '段落、小标题、列表和链接；数字请用“引用数据”插入。',
        'Paragraphs, headings, lists and links; insert figures as a quoted claim.',
      ),
      required: true,
    }),
  ],
  preview: blockPreview(title),
})
