import {defineField} from 'sanity'
import {hint, label} from './bilingual.ts'

/** How a picture draws one of its parts. Required in state diagrams, elsewhere a part may go unmarked. */
export function toneField({required}: {required: boolean}) {
  return defineField({
    name: 'tone',
    title: label('性质', 'Kind'),
    type: 'string',
    description: hint('决定图中这一项的画法。', 'Decides how the picture draws this.'),
    options: {
      list: [
        {title: label('正常进行', 'Active'), value: 'active'},
        {title: label('等待处理', 'Waiting'), value: 'waiting'},
        {title: label('已结束', 'Ended'), value: 'ended'},
      ],
      layout: 'radio',
    },
    initialValue: 'active',
    validation: (rule) => (required ? rule.required().error(hint('请选择一种性质。', 'Choose a kind.')) : rule),
  })
}
