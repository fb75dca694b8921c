import {CircleIcon} from '@sanity/icons/Circle'
import {TransferIcon} from '@sanity/icons/Transfer'
import {defineArrayMember, defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {alternativeField, captionField, itemsField, sectionFields, toneField} from '../../schema/support/fieldKinds.ts'
import {transitionsInRange} from '../../schema/support/listRules.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview, editorLanguageFirst} from '../../schema/support/previews.ts'

const title = label('状态图', 'State diagram')

/** A state diagram, drawn from states and transitions. */
export const states = defineType({
  name: 'states',
  title,
  type: 'object',
  icon: TransferIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'states',
      of: 'stateItem',
      min: 2,
      title: label('状态', 'States'),
      description: hint('至少两个；它们的次序就是序号。', 'At least two; their order is their number.'),
    }),
    defineField({
      name: 'transitions',
      title: label('状态变化', 'Transitions'),
      type: 'array',
      description: hint(
        '图中的箭头：从哪个状态到哪个状态，为什么。',
        'The arrows of the diagram: from which state to which, and why.',
      ),
      of: [defineArrayMember({type: 'stateTransition'})],
      validation: (rule) => [
        rule.required().min(1).error(hint('请至少添加一个状态变化。', 'Add at least one transition.')),
        rule.custom(transitionsInRange),
      ],
    }),
    captionField,
    alternativeField,
  ],
  preview: blockPreview(title, 'states'),
})

/** One state of a state diagram. */
const stateItem = defineType({
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
        '系统里显示的状态名称，如“待清理”。',
        'The state as the product calls it, such as “To be cleared”.',
      ),
      required: true,
      lengths: {zh: 12, en: 28},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Explanation'),
      description: hint('处于这个状态意味着什么，可以不填。', 'What being in this state means; optional.'),
      lengths: {zh: 80, en: 200},
    }),
    toneField({required: true}),
  ],
  preview: bilingualPreview('name'),
})

const countFromOne = hint('请填写状态的序号，从 1 数起。', 'Enter the number of a state, counting from 1.')

/** An arrow of a state diagram: states are numbered from 1, in the order of their list. */
const stateTransition = defineType({
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

/** Types of the objects that only this block holds. */
export const objects = [stateItem, stateTransition]

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '讲一样东西会经过哪些状态，比如车辆从待清理到已报废。',
    'For the states that something passes through, such as a vehicle from to be cleared to scrapped.',
  ),
}
