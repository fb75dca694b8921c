import {DocumentTextIcon} from '@sanity/icons/DocumentText'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview} from '../../schema/support/previews.ts'

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

export const menu: BlockMenu = {
  group: 'overviews',
  help: label(
    '逐条说明软件支持标准的哪些条款、留下什么记录。',
    'Shows, clause by clause, what the software supports and which record it leaves.',
  ),
}
