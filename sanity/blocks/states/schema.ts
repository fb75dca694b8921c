import {TransferIcon} from '@sanity/icons/Transfer'
import {defineArrayMember, defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {alternativeField, captionField, itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {transitionsInRange} from '../../schema/support/listRules.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '讲一样东西会经过哪些状态，比如车辆从待清理到已报废。',
    'For the states that something passes through, such as a vehicle from to be cleared to scrapped.',
  ),
}
