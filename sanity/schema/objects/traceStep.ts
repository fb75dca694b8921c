import {LinkIcon} from '@sanity/icons/Link'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** One record that a reported value is traced to. */
export const traceStep = defineType({
  name: 'traceStep',
  title: label('追溯的一环', 'Record in a trace'),
  type: 'object',
  icon: LinkIcon,
  fields: [
    localeField({
      name: 'kind',
      type: 'localeString',
      title: label('是什么', 'Kind'),
      description: hint('记录的种类，如“原始记录”“校准”。', 'The kind of record, such as “Calibration”.'),
      required: true,
      lengths: {zh: 8, en: 24},
    }),
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('哪一份', 'Which one'),
      description: hint(
        '编号或名称；只写看得出是示例的内容，如“例-001”。',
        'Its number or name; only what is plainly an example, such as “EX-001”.',
      ),
      required: true,
      lengths: {zh: 24, en: 44},
    }),
    localeField({
      name: 'detail',
      type: 'localeString',
      title: label('上面写着什么', 'What it says'),
      description: hint('一行：时间、读数、批准。', 'One line: time, reading, approval.'),
      required: true,
      lengths: {zh: 30, en: 70},
    }),
    localeField({
      name: 'state',
      type: 'localeString',
      title: label('状态', 'State'),
      description: hint('如“有效”“已批准”，可以不填。', 'Such as “Valid”; optional.'),
      lengths: {zh: 6, en: 14},
    }),
  ],
  preview: bilingualPreview('kind', {below: 'title'}),
})
