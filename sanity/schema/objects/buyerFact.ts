import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {defineField, defineType} from 'sanity'
import {translator} from '../../../i18n/translator.ts'
import {buyerTopics} from '../../blocks/buyerFacts/topics.ts'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {bilingualPreview} from '../support/previews.ts'

const topicWords = {zh: translator('zh', 'buyerTopics'), en: translator('en', 'buyerTopics')}

/** A topic of the buyer's IT or quality people: what we settle together, and our answer once there is one. */
export const buyerFact = defineType({
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
