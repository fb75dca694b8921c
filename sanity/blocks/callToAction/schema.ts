import {BoltIcon} from '@sanity/icons/Bolt'
import {defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('行动按钮', 'Call to action')

/** The next step, as one button. */
export const callToAction = defineType({
  name: 'callToAction',
  title,
  type: 'object',
  icon: BoltIcon,
  fields: [
    ...sectionFields,
    defineField({
      name: 'link',
      title: label('按钮', 'Button'),
      type: 'link',
      description: hint('读者看完后最该做的一件事。', 'The one thing to do after reading.'),
      validation: (rule) =>
        rule.required().error(hint('请填写按钮的文字和页面。', 'Give the button its label and page.')),
    }),
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'contact',
  help: label(
    '每页最多一个，放在访客看完想联系的地方。',
    'At most one per page, where a visitor has read enough to get in touch.',
  ),
}
