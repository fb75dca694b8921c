import {TransferIcon} from '@sanity/icons/Transfer'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {editorLanguageFirst} from '../support/previews.ts'

const countFromOne = hint('请填写状态的序号，从 1 数起。', 'Enter the number of a state, counting from 1.')

/** An arrow of a state diagram: states are numbered from 1, in the order of their list. */
export const stateTransition = defineType({
  name: 'stateTransition',
  title: label('状态变化', 'Transition'),
  type: 'object',
  icon: TransferIcon,
  fields: [
    defineField({
      name: 'from',
      title: label('从第几个状态', 'From state number'),
      type: 'number',
      description: hint('上面列表中的序号，从 1 数起。', 'Its number in the list above, counting from 1.'),
      validation: (rule) => [rule.required().error(countFromOne), rule.integer().min(1).error(countFromOne)],
    }),
    defineField({
      name: 'to',
      title: label('到第几个状态', 'To state number'),
      type: 'number',
      description: hint('上面列表中的序号，从 1 数起。', 'Its number in the list above, counting from 1.'),
      validation: (rule) => [rule.required().error(countFromOne), rule.integer().min(1).error(countFromOne)],
    }),
    localeField({
      name: 'label',
      type: 'localeString',
      title: label('原因', 'Label'),
      description: hint('是什么让状态改变，写在箭头旁。', 'What causes the change; written beside the arrow.'),
      required: true,
      lengths: {zh: 12, en: 30},
    }),
  ],
  preview: {
    select: {from: 'from', to: 'to', zh: 'label.zh', en: 'label.en'},
    prepare: ({from, to, zh, en}) => ({
      title: editorLanguageFirst(zh, en)[0],
      subtitle: `${from ?? '?'} → ${to ?? '?'}`,
    }),
  },
})
