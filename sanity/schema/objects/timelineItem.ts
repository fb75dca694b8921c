import {RemoveIcon} from '@sanity/icons/Remove'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {numberField, toneField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {editorLanguageFirst} from '../support/previews.ts'

const period = {min: 1, max: 24, whole: true}

/** One bar of a timeline: it covers whole periods, both ends included, counted from 1. */
export const timelineItem = defineType({
  name: 'timelineItem',
  title: label('时段条', 'Bar'),
  type: 'object',
  icon: RemoveIcon,
  fields: [
    localeField({
      name: 'label',
      type: 'localeString',
      title: label('文字', 'Label'),
      description: hint('写在条上，越短越好，可以不填。', 'Written on the bar, as short as possible; optional.'),
      lengths: {zh: 8, en: 18},
    }),
    numberField({
      ...period,
      name: 'from',
      title: label('从第几段', 'From period'),
      description: hint('从第几个时段开始，从 1 数起。', 'The period in which it starts, counting from 1.'),
      required: true,
    }),
    numberField({
      ...period,
      name: 'to',
      title: label('到第几段', 'To period'),
      description: hint('到第几个时段为止，包括这一段。', 'The period in which it ends, that period included.'),
      required: true,
    }),
    numberField({
      ...period,
      name: 'baselineFrom',
      title: label('基线从第几段', 'Baseline from period'),
      description: hint('基线里从第几段开始，可以不填。', 'Where it starts in the baseline; optional.'),
    }),
    numberField({
      ...period,
      name: 'baselineTo',
      title: label('基线到第几段', 'Baseline to period'),
      description: hint('基线里到第几段为止，可以不填。', 'Where it ends in the baseline; optional.'),
    }),
    toneField({required: false}),
  ],
  preview: {
    select: {zh: 'label.zh', en: 'label.en', from: 'from', to: 'to'},
    prepare: ({zh, en, from, to}) => ({
      title: editorLanguageFirst(zh, en)[0] ?? label('时段条', 'Bar'),
      subtitle: `${from ?? '?'} – ${to ?? '?'}`,
    }),
  },
})
