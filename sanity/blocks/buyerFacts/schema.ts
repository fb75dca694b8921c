import {ClipboardIcon} from '@sanity/icons/Clipboard'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'
import {buyerTopics} from './topics.ts'

const title = label('采购须知', 'Buyer’s facts')

/** Answers to what the buyer's IT and quality people ask before they sign. */
export const buyerFacts = defineType({
  name: 'buyerFacts',
  title,
  type: 'object',
  icon: ClipboardIcon,
  fields: [
    ...sectionFields,
    itemsField({
      name: 'items',
      of: 'buyerFact',
      max: buyerTopics.length,
      title: label('主题', 'Topics'),
      description: hint(
        '只列和本页有关的主题。没有内容的主题不出现在页面上。',
        'Only topics that concern this page. A topic without text does not appear on it.',
      ),
    }),
  ],
  preview: blockPreview(title, 'items'),
})

export const menu: BlockMenu = {
  group: 'text',
  help: label(
    '回答信息部门和质量部门：部署、接口、登录、备份、迁移、培训、价格。',
    'For the buyer’s IT and quality people: deployment, interfaces, sign-on, backup, migration, training, price.',
  ),
}
