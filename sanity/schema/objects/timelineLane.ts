import {MenuIcon} from '@sanity/icons/Menu'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {itemsField} from '../support/fields.ts'
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
    itemsField({
      name: 'items',
      of: 'timelineItem',
      max: 6,
      title: label('时段条', 'Bars'),
      description: hint('按时间先后，互不重叠。', 'In the order of time, without overlap.'),
    }),
  ],
  preview: bilingualPreview('label'),
})
