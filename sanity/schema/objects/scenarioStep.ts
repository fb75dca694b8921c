import {PlayIcon} from '@sanity/icons/Play'
import {defineArrayMember, defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {drawingField, referenceField, toneField} from '../support/fieldKinds.ts'
import {isEmptyLocale, localeField} from '../support/localeField.ts'
import {editorLanguageFirst} from '../support/previews.ts'
import {choicesCanContinue, choicesFitScreen} from '../support/scenarioRules.ts'

const questionMissing = hint('有选择时，请先问一句。', 'Where there are choices, ask a question first.')

/** One step of a scenario: text, picture, the record's state, and the visitor's choices. */
export const scenarioStep = defineType({
  name: 'scenarioStep',
  title: label('步骤', 'Step'),
  type: 'object',
  icon: PlayIcon,
  fields: [
    localeField({
      name: 'heading',
      type: 'localeString',
      title: label('标题', 'Heading'),
      description: hint('这一步做什么，一句话。', 'What is done at this step, in one phrase.'),
      required: true,
      lengths: {zh: 20, en: 50},
    }),
    localeField({
      name: 'text',
      type: 'localeText',
      title: label('说明', 'Text'),
      description: hint(
        '两三句话：谁做什么，系统替他做什么。',
        'Two or three sentences: who does what, and what the system does.',
      ),
      required: true,
      lengths: {zh: 120, en: 280},
    }),
    referenceField({
      name: 'role',
      to: 'role',
      title: label('谁来做', 'Who does it'),
      description: hint('做这一步的角色，可以不选。', 'The role that does this step; optional.'),
    }),
    localeField({
      name: 'state',
      type: 'localeString',
      title: label('这一步之后的状态', 'State after this step'),
      description: hint('盖在画面上的印，如“待审批”。', 'Stamped on the picture, such as “To be approved”.'),
      required: true,
      lengths: {zh: 8, en: 22},
    }),
    toneField({required: true}),
    drawingField({
      title: label('画面', 'Picture'),
      description: hint(
        '由数据画出的一张图，多用“产品画面”。图里的小标题和引言在这里不显示。',
        'One picture drawn from data, mostly a product screen. The heading and introduction within it are not shown here.',
      ),
      required: true,
    }),
    localeField({
      name: 'question',
      type: 'localeString',
      title: label('请访客试一试', 'What the visitor may try'),
      description: hint(
        '选择上面的一句话；没有选择就不填。',
        'The line above the choices; leave empty without choices.',
      ),
      lengths: {zh: 30, en: 70},
    }),
    defineField({
      name: 'choices',
      title: label('选择', 'Choices'),
      type: 'array',
      description: hint(
        '访客可以试的做法，两到四个，至少一个能通过；可以没有。',
        'What the visitor may try, two to four, at least one of them accepted; optional.',
      ),
      of: [defineArrayMember({type: 'scenarioChoice'})],
      validation: (rule) => [
        rule.max(4).error(hint('最多 4 个选择。', 'Four choices at most.')),
        rule.custom(choicesCanContinue),
      ],
    }),
  ],
  validation: (rule) => [
    rule.custom((step) =>
      Array.isArray(step?.choices) && step.choices.length > 0 && isEmptyLocale(step.question)
        ? {message: questionMissing, path: ['question']}
        : true,
    ),
    rule.custom(choicesFitScreen),
  ],
  preview: {
    select: {zh: 'heading.zh', en: 'heading.en', state: 'state.zh', stateEn: 'state.en', choices: 'choices'},
    prepare: ({zh, en, state, stateEn, choices}) => ({
      title: editorLanguageFirst(zh, en)[0],
      subtitle: [
        editorLanguageFirst(state, stateEn)[0],
        Array.isArray(choices) && choices.length > 0 ? label('可以试', 'to try') : undefined,
      ]
        .filter(Boolean)
        .join(' · '),
    }),
  },
})
