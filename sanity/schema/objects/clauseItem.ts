import {DocumentTextIcon} from '@sanity/icons/DocumentText'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {plainField, referenceField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

/** A clause of a standard, the module that supports it, and the record that an assessor sees. */
export const clauseItem = defineType({
  name: 'clauseItem',
  title: label('条款', 'Clause'),
  type: 'object',
  icon: DocumentTextIcon,
  fields: [
    plainField({
      name: 'clause',
      title: label('条款号', 'Clause number'),
      description: hint('标准里的编号，如 7.8。', 'Its number in the standard, such as 7.8.'),
    }),
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('要求', 'Subject'),
      description: hint(
        '条款讲什么，用自己的话，不抄标准原文。',
        'What the clause is about, in words of your own, not those of the standard.',
      ),
      required: true,
      lengths: {zh: 24, en: 60},
    }),
    referenceField({
      name: 'module',
      to: 'productModule',
      required: true,
      title: label('支持它的模块', 'Module that supports it'),
      description: hint('没有模块支持的条款不列。', 'A clause that no module supports is not listed.'),
    }),
    localeField({
      name: 'record',
      type: 'localeText',
      title: label('评审时看到的记录', 'Record that an assessor sees'),
      description: hint('写具体的记录，不写“符合”。', 'Name the record; never say that it conforms.'),
      required: true,
      lengths: {zh: 80, en: 180},
    }),
  ],
  preview: bilingualPreview('title', {below: 'record'}),
})
