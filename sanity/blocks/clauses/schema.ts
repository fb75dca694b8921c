import {DocumentTextIcon} from '@sanity/icons/DocumentText'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, plainField, referenceField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

const title = label('标准条款对照', 'Clauses of a standard')

/** Clauses of a standard, each with the module that supports it and the record that it leaves. */
export const clauses = defineType({
  name: 'clauses',
  title,
  type: 'object',
  icon: DocumentTextIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'items',
      of: 'clauseItem',
      title: label('条款', 'Clauses'),
      description: hint('按标准的顺序。', 'In the order of the standard.'),
    }),
    localeField({
      name: 'note',
      type: 'localeText',
      title: label('说明', 'Note'),
      description: hint(
        '写在表下方：哪些条款不在软件里，由谁负责。',
        'Below the table: which clauses lie outside the software, and who answers for them.',
      ),
      lengths: {zh: 160, en: 360},
    }),
  ],
  preview: blockPreview(title, 'items'),
})

/** A clause of a standard, the module that supports it, and the record that an assessor sees. */
const clauseItem = defineType({
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

/** Types of the objects that only this block holds. */
export const objects = [clauseItem]

export const menu: BlockMenu = {
  group: 'overviews',
  help: label(
    '逐条说明软件支持标准的哪些条款、留下什么记录。',
    'Shows, clause by clause, what the software supports and which record it leaves.',
  ),
}
