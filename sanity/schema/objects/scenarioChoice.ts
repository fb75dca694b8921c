import {SplitHorizontalIcon} from '@sanity/icons/SplitHorizontal'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {drawingField, numberField} from '../support/fieldKinds.ts'
import {isEmptyLocale, localeField} from '../support/localeField.ts'
import {editorLanguageFirst} from '../support/previews.ts'

const outcomes = new Map([
  ['accepted', label('通过', 'Accepted')],
  ['refused', label('退回', 'Refused')],
])

const reasonMissing = hint('请写明按哪条规则退回。', 'Say which rule refuses it.')

/** A choice of the visitor at a step, with the system's answer. */
export const scenarioChoice = defineType({
  name: 'scenarioChoice',
  title: label('选择', 'Choice'),
  type: 'object',
  icon: SplitHorizontalIcon,
  fields: [
    localeField({
      name: 'label',
      type: 'localeString',
      title: label('做法', 'Action'),
      description: hint('按钮上的字：访客要做的事。', 'The words on the button: what the visitor does.'),
      required: true,
      lengths: {zh: 24, en: 60},
    }),
    defineField({
      name: 'outcome',
      title: label('结果', 'Outcome'),
      type: 'string',
      description: hint(
        '通过后记录进入这一步的状态；退回则停在原来的状态。',
        'Accepted, the record takes on the state of this step; refused, it stays in the state before.',
      ),
      options: {
        list: [...outcomes].map(([value, title]) => ({title, value})),
        layout: 'radio',
      },
      initialValue: 'accepted',
      validation: (rule) => rule.required().error(hint('请选择一种结果。', 'Choose an outcome.')),
    }),
    localeField({
      name: 'answer',
      type: 'localeText',
      title: label('系统的回答', 'The system’s answer'),
      description: hint('系统会说什么，一两句话。', 'What the system says, in a sentence or two.'),
      required: true,
      lengths: {zh: 80, en: 180},
    }),
    localeField({
      name: 'reason',
      type: 'localeText',
      title: label('依据的规则', 'The rule behind it'),
      description: hint('为什么这样回答；退回时必填。', 'Why it answers so; required where it refuses.'),
      lengths: {zh: 80, en: 180},
    }),
    numberField({
      name: 'row',
      title: label('在画面的第几行', 'Row of the screen'),
      description: hint(
        '访客在产品画面里的哪一行做这件事，从 1 数起（排程数泳道）；不填时按钮在画面下面。',
        'Where in the product screen the visitor does it, counted from 1 (lanes in a schedule); left empty, the button is below the screen.',
      ),
      min: 1,
      max: 15,
      whole: true,
    }),
    numberField({
      name: 'from',
      title: label('从第几个时段', 'From period'),
      description: hint(
        '仅用于排程：按钮画在哪个时段，从 1 数起。',
        'Schedules only: the period at which the button begins, counted from 1.',
      ),
      min: 1,
      max: 24,
      whole: true,
    }),
    numberField({
      name: 'to',
      title: label('到第几个时段', 'To period'),
      description: hint(
        '仅用于排程，包括这一段；不填时只占一段。',
        'Schedules only, this one included; left empty, one period.',
      ),
      min: 1,
      max: 24,
      whole: true,
    }),
    drawingField({
      title: label('之后的画面', 'The picture afterwards'),
      description: hint(
        '选了之后换成这张图；不填则图不变。',
        'Takes the place of the step’s picture once this is chosen; without one, the picture stays.',
      ),
    }),
  ],
  validation: (rule) =>
    rule.custom((choice) =>
      choice?.outcome === 'refused' && isEmptyLocale(choice.reason) ? {message: reasonMissing, path: ['reason']} : true,
    ),
  preview: {
    select: {zh: 'label.zh', en: 'label.en', outcome: 'outcome'},
    prepare: ({zh, en, outcome}) => {
      const [title, other] = editorLanguageFirst(zh, en)
      return {title, subtitle: [outcomes.get(outcome), other].filter(Boolean).join(' · ')}
    },
  },
})
