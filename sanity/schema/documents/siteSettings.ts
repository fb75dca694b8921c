import {CogIcon} from '@sanity/icons/Cog'
import {defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {plainField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {readOnlyIfStray, readOnlyUnless} from '../support/pageFields.ts'
import {bilingualPreview} from '../support/previews.ts'

/** Names, address and filing numbers that every page shows. */
export const siteSettings = defineType({
  name: 'siteSettings',
  title: label('网站设置', 'Site settings'),
  type: 'document',
  readOnly: (context) => readOnlyIfStray(context) || readOnlyUnless('settings')(context),
  icon: CogIcon,
  groups: [
    {name: 'names', title: label('名称', 'Names'), default: true},
    {name: 'contact', title: label('联系方式', 'Contact')},
    {name: 'filing', title: label('备案与页脚', 'Filing and footer')},
  ],
  fields: [
    localeField({
      name: 'siteName',
      type: 'localeString',
      group: 'names',
      title: label('网站名称', 'Site name'),
      description: hint('页眉和浏览器标签里的名称。', 'The name in the header and in browser tabs.'),
      required: true,
      lengths: {zh: 20, en: 50},
    }),
    localeField({
      name: 'tagline',
      type: 'localeString',
      group: 'names',
      title: label('一句话介绍', 'Tagline'),
      description: hint('一句话说明我们做什么。', 'What we do, in one phrase.'),
      required: true,
      lengths: {zh: 40, en: 100},
    }),
    localeField({
      name: 'organization',
      type: 'localeString',
      group: 'names',
      title: label('公司名称', 'Organization'),
      description: hint('公司的法定全称。', 'The company’s full legal name.'),
      required: true,
      lengths: {zh: 40, en: 100},
    }),
    localeField({
      name: 'address',
      type: 'localeText',
      group: 'contact',
      title: label('地址', 'Address'),
      description: hint('页脚和联系页面显示的地址。', 'The address in the footer and on the contact page.'),
      required: true,
      lengths: {zh: 80, en: 200},
    }),
    plainField({
      name: 'phone',
      group: 'contact',
      title: label('电话', 'Phone'),
      description: hint('含区号，如 +86 开头。', 'With its area code, for example beginning with +86.'),
    }),
    plainField({
      name: 'mail',
      group: 'contact',
      title: label('邮箱', 'Email'),
      description: hint('接收访客来信的邮箱。', 'The address that receives visitors’ email.'),
    }),
    localeField({
      name: 'contactLabel',
      type: 'localeString',
      group: 'contact',
      title: label('联系按钮文字', 'Contact button'),
      description: hint('每个页面都有的联系按钮上的文字。', 'The label of the contact button on every page.'),
      required: true,
      lengths: {zh: 8, en: 20},
    }),
    plainField({
      name: 'icpNumber',
      group: 'filing',
      title: label('ICP 备案号', 'ICP filing number'),
      description: hint(
        '工信部网站备案号，显示在页脚。',
        'The site’s filing number with the ministry, shown in the footer.',
      ),
    }),
    plainField({
      name: 'policeNumber',
      group: 'filing',
      title: label('公安备案号', 'Public security filing number'),
      description: hint(
        '公安机关联网备案号，显示在页脚。',
        'The filing number with the public security authority, shown in the footer.',
      ),
    }),
    localeField({
      name: 'footerNote',
      type: 'localeText',
      group: 'filing',
      title: label('页脚说明', 'Footer note'),
      description: hint(
        '页脚最下面的一句话，如版权说明。',
        'The last line of the footer, such as the copyright notice.',
      ),
      required: true,
      lengths: {zh: 80, en: 200},
    }),
  ],
  preview: bilingualPreview('siteName'),
})
