import {MenuIcon} from '@sanity/icons/Menu'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {itemsField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One lane of a timeline: a label and its bars. */
export const timelineLane = defineType({
  name: 'timelineLane',
  title: label('泳道', 'Lane'),
  type: 'object',
  icon: MenuIcon,
  fields: [
    localeField({
      name: 'label',
      type: 'localeString',
      title: label('名称', 'Name'),
      description: hint('一台设备、一辆车、一项工作。', 'A device, a vehicle, a piece of work.'),
      required: true,
      lengths: {zh: 18, en: 40},
    }),
    localeField({
      name: 'details',
      type: 'localeString',
      title: label('详情', 'Details'),
      description: hint(
        '仅用于产品画面：点开这一行后显示，用竖线“|”隔开，顺序同“详情的名称”；可以不填。',
        'Product screens only: shown when the lane is opened, separated by “|”, in the order of “Names of the details”; optional.',
      ),
      lengths: {zh: 80, en: 150},
    }),
    localeField({
      name: 'note',
      type: 'localeString',
      title: label('规则的回答', 'Answer of the rule'),
      description: hint(
        '仅用于产品画面：点开这一行后的一句话；可以不填。',
        'Product screens only: one sentence in the opened lane; optional.',
      ),
      lengths: {zh: 60, en: 130},
    }),
    itemsField({
      name: 'items',
      of: 'timelineItem',
      max: 6,
      title: label('时段条', 'Bars'),
      description: hint('按时间先后，互不重叠。', 'In order of time, without overlap.'),
    }),
  ],
  preview: bilingualPreview('label'),
})
