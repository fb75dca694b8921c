import {PlayIcon} from '@sanity/icons/Play'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {numberField} from '../support/fieldKinds.ts'
import {editorLanguageFirst} from '../support/previews.ts'

/** A step of a demo scenario. Refers to the document, so that a renamed anchor breaks no link. */
export const demoStep = defineType({
  name: 'demoStep',
  title: label('演示的一步', 'Step of the demo'),
  type: 'object',
  icon: PlayIcon,
  fields: [
    defineField({
      name: 'scenario',
      title: label('演示场景', 'Demo scenario'),
      type: 'reference',
      to: [{type: 'scenario'}],
      // Weak: a scenario can be removed, and links to it then open the demo page.
      weak: true,
      description: hint('打开哪个流程。', 'The process that opens.'),
      validation: (rule) => rule.required().error(hint('请选择一项。', 'Choose one.')),
    }),
    numberField({
      name: 'step',
      title: label('第几步', 'Step'),
      description: hint('从 1 数起。', 'Counted from 1.'),
      min: 1,
      max: 9,
      whole: true,
      required: true,
    }),
  ],
  preview: {
    select: {zh: 'scenario.title.zh', en: 'scenario.title.en', step: 'step'},
    prepare: ({zh, en, step}) => ({title: editorLanguageFirst(zh, en)[0], subtitle: String(step ?? '')}),
  },
})
