import {EditIcon} from '@sanity/icons/Edit'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {referencesField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('咨询表单', 'Enquiry form')

/** The contact page's form and its texts. */
export const enquiryForm = defineType({
  name: 'enquiryForm',
  title,
  type: 'object',
  icon: EditIcon,
  description: hint(
    '只在联系页面上显示表单，其他页面显示联系按钮。',
    'A form on the contact page; on other pages the contact button.',
  ),
  fields: [
    ...sectionFields,
    referencesField({
      name: 'products',
      to: 'product',
      title: label('可选的产品', 'Products to choose from'),
      description: hint(
        '按显示顺序选择；每个产品的模块会自动列在它下面。',
        'In the order shown; each product’s modules follow it by themselves.',
      ),
    }),
    localeField({
      name: 'consent',
      type: 'localeText',
      title: label('同意语', 'Consent'),
      description: hint(
        '勾选框旁边的一句话，说明资料用来做什么。隐私声明的链接会自动加在后面。',
        'The sentence beside the tick box: what the details are used for. The link to the privacy notice follows by itself.',
      ),
      required: true,
      lengths: {zh: 80, en: 200},
    }),
    localeField({
      name: 'receivedTitle',
      type: 'localeString',
      title: label('提交后的标题', 'Heading after sending'),
      description: hint('提交成功后看到的标题。', 'What the visitor reads first once the form has been sent.'),
      required: true,
      lengths: {zh: 20, en: 60},
    }),
    localeField({
      name: 'receivedText',
      type: 'localeText',
      title: label('提交后的说明', 'What happens next'),
      description: hint(
        '告诉访客接下来会怎样：谁会联系他，多久。只写做得到的。',
        'What happens next: who will get in touch, and when. Promise only what will be kept.',
      ),
      required: true,
      lengths: {zh: 160, en: 320},
    }),
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'contact',
  help: label(
    '联系页面的表单；其他页面用“行动按钮”。',
    'The form of the contact page; other pages use a call to action.',
  ),
}
