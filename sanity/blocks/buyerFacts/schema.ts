import {ClipboardIcon} from '@sanity/icons/Clipboard'
import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {defineField, defineType} from 'sanity'
import {translator} from '../../../i18n/translator.ts'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {itemsField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {topicsOnce} from '../../schema/support/listRules.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'
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
      check: topicsOnce,
      title: label('主题', 'Topics'),
      description: hint(
        '只列和本页有关的主题。没有内容的主题不出现在页面上。',
        'Only topics that concern this page. A topic without text does not appear on it.',
      ),
    }),
  ],
  preview: blockPreview(title, 'items'),
})

const topicWords = {zh: translator('zh', 'buyerTopics'), en: translator('en', 'buyerTopics')}

/** A topic of the buyer's IT or quality people: what we settle together, and our answer once there is one. */
const buyerFact = defineType({
  name: 'buyerFact',
  title: label('采购须知条目', 'Buyer’s topic'),
  type: 'object',
  icon: HelpCircleIcon,
  fields: [
    defineField({
      name: 'topic',
      title: label('主题', 'Topic'),
      type: 'string',
      description: hint(
        '每个主题只列一次，页面上按固定顺序排。',
        'List each topic once; the page shows them in a fixed order.',
      ),
      options: {
        list: buyerTopics.map((topic) => ({
          title: label(topicWords.zh(topic), topicWords.en(topic)),
          value: topic,
        })),
      },
      validation: (rule) => rule.required().error(hint('请选择一个主题。', 'Choose a topic.')),
    }),
    localeField({
      name: 'settle',
      type: 'localeText',
      title: label('一起定什么', 'What is settled together'),
      description: hint(
        '我们会问客户什么、和客户一起定什么；不写软件做得到什么。',
        'What we ask the customer and settle with them; not what the software can do.',
      ),
      lengths: {zh: 120, en: 260},
    }),
    localeField({
      name: 'answer',
      type: 'localeText',
      title: label('我们的回答', 'Our answer'),
      description: hint(
        '只有公司自己知道的事实。没填之前页面上没有这一句，上线检查会列出来。',
        'A fact that only the company knows. Until it is filled in, the page goes without it and the launch check lists it.',
      ),
      lengths: {zh: 200, en: 420},
    }),
  ],
  preview: bilingualPreview('settle', {below: 'answer'}),
})

/** Types of the objects that only this block holds. */
export const objects = [buyerFact]

export const menu: BlockMenu = {
  group: 'text',
  help: label(
    '回答信息部门和质量部门：部署、接口、登录、备份、迁移、培训、价格。',
    'For the buyer’s IT and quality people: deployment, interfaces, sign-on, backup, migration, training, price.',
  ),
}
