import {CircleIcon} from '@sanity/icons/Circle'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'

/** One state of a state diagram. */
export const stateItem = defineType({
  name: 'stateItem',
  title: label('状态', 'State'),
  type: 'object',
  icon: CircleIcon,
  fields: [
    localeField({
      name: 'name',
      type: 'localeString',
      title: label('状态名称', 'Name'),
      description: hint(
        '系统里显示的状态名称，如“待报废”。',
        'The state as the product calls it, such as “To be cleared”.',
      ),
      required: true,
      lengths: {zh: 12, en: 28},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint('处于这个状态意味着什么，可以不填。', 'What being in this state means; may be left out.'),
      lengths: {zh: 80, en: 200},
    }),
    defineField({
      name: 'tone',
      title: label('性质', 'Kind'),
      type: 'string',
      description: hint('决定图中这个状态的画法。', 'Decides how the diagram draws this state.'),
      options: {
        list: [
          {title: label('正常进行', 'Active'), value: 'active'},
          {title: label('等待处理', 'Waiting'), value: 'waiting'},
          {title: label('已结束', 'Ended'), value: 'ended'},
        ],
        layout: 'radio',
      },
      initialValue: 'active',
      validation: (rule) => rule.required().error(hint('请选择一种性质。', 'Choose a kind.')),
    }),
  ],
  preview: {select: {title: 'name.zh', subtitle: 'name.en'}},
})
