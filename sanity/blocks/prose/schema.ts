import {TextIcon} from '@sanity/icons/Text'
import {defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {pictureLimitsHint} from '../../schema/support/pictureRules.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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
    defineField({
      name: 'photo',
      title: label('照片', 'Photograph'),
      type: 'photo',
      description: `${hint(
        '正文下面的照片，可以不填。用“裁剪和热点”框出始终要看得见的部分；流程和数据请用图示块。',
        'A photograph below the text; optional. Set its hotspot on what must stay in view. Draw processes and data with the diagram blocks.',
      )} ${pictureLimitsHint}`,
    }),
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'text',
  help: label('一两段话就能说清楚时用。', 'When a paragraph or two says it.'),
}
