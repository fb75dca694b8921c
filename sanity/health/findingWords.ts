import type {Locale} from '../../lib/locales.ts'
import type {CheckName, Finding} from './Finding.ts'

type Words = Record<Locale, string>

/** What each kind of finding is called where findings are counted. */
export const checkTitles: Record<CheckName, Words> = {
  brokenReference: {zh: '引用的文档不存在', en: 'References to documents that are missing'},
  rejectedBlock: {zh: '网站无法显示的内容块', en: 'Blocks that the site leaves out'},
  missingBlock: {zh: '页面缺少必要的内容块', en: 'Pages without a block that they need'},
  missingPage: {zh: '没有文档的页面', en: 'Pages without a document'},
  strayPage: {zh: '不属于任何路径的页面', en: 'Page documents that belong to no route'},
  unknownMiddleware: {zh: '未知的访问限制', en: 'Unknown middleware'},
  missingChinese: {zh: '缺少中文', en: 'Missing Chinese'},
  missingEnglish: {zh: '缺少英文', en: 'Missing English'},
  missingAlternative: {zh: '缺少替代文字', en: 'Missing alternative texts'},
  placeholder: {zh: '尚未替换的占位内容', en: 'Placeholders left'},
  claimUnproven: {zh: '没有依据的数据', en: 'Unproven claims'},
  claimExpired: {zh: '已过期的数据', en: 'Expired claims'},
  claimReviewDue: {zh: '该复核的数据', en: 'Claims due for review'},
  quotesExpiredClaim: {zh: '引用了过期数据', en: 'Quotations of expired claims'},
  unknownRoute: {zh: '指向不存在页面的链接', en: 'Links to pages that do not exist'},
  hiddenRoute: {zh: '指向尚未公开页面的链接', en: 'Links to pages that are not open yet'},
  malformedLink: {zh: '写错的站外链接', en: 'Malformed links to other sites'},
  attributes: {zh: '字段数量', en: 'Number of attributes'},
}

const missingFields = {
  source: {zh: '来源', en: 'source'},
  owner: {zh: '负责人', en: 'owner'},
} satisfies Record<string, Words>

const sentences: Record<CheckName, (detail: string) => Words> = {
  brokenReference: (id) => ({
    zh: `这里引用的文档“${id}”不存在：请另选一项，或删去引用。`,
    en: `The document “${id}” that this refers to does not exist: choose another, or remove the reference.`,
  }),
  rejectedBlock: (detail) => ({
    zh: `网站显示不了这个内容块，会把它略去（${detail}）：请补全或删去它。`,
    en: `The site cannot show this block and leaves it out (${detail}): complete it, or remove it.`,
  }),
  missingBlock: (name) =>
    name === 'block'
      ? {zh: '页面一个内容块都没有：请至少添加一个。', en: 'The page has no block: add at least one.'}
      : {
          zh: `这个页面不能没有“${blockNames[name]?.zh ?? name}”内容块：请加回来。`,
          en: `This page cannot do without the block “${blockNames[name]?.en ?? name}”: put it back.`,
        },
  missingPage: (route) => ({
    zh: `路径 ${route} 没有文档：请运行 npm run seed，或从备份恢复。`,
    en: `The route ${route} has no document: run npm run seed, or restore it from a backup.`,
  }),
  strayPage: () => ({
    zh: '这份文档不属于任何页面，访客看不到它：可以删除。',
    en: 'This document belongs to no page and visitors never see it: it can be deleted.',
  }),
  unknownMiddleware: (name) => ({
    zh: `网站没有名为“${name}”的访问限制，页面会显示错误：请去掉它。`,
    en: `The site has no middleware “${name}” and would answer with an error: remove it.`,
  }),
  missingChinese: () => ({
    zh: '只有英文，没有中文：请补上中文，它也是缺少英文时的替代。',
    en: 'There is English but no Chinese: write the Chinese, which is the default.',
  }),
  missingEnglish: () => ({
    zh: '还没有英文：英文页面的这一处会显示中文。',
    en: 'There is no English yet: English pages show the Chinese here.',
  }),
  missingAlternative: () => ({
    zh: '图没有替代文字：请用文字说明图的内容。',
    en: 'The picture has no alternative text: say in words what it shows.',
  }),
  placeholder: () => ({
    zh: '还是占位内容：请换成真实信息。',
    en: 'This is still a placeholder: replace it with the real information.',
  }),
  claimUnproven: (field) => ({
    zh: `数据没有${missingWord(field, 'zh')}，不能发布：请写明真实的${missingWord(field, 'zh')}。`,
    en: `The claim has no ${missingWord(field, 'en')} and cannot be published: name the real ${missingWord(field, 'en')}.`,
  }),
  claimExpired: (date) => ({
    zh: `数据的有效期到 ${date} 为止，已经过期：请与负责人确认后改为新的日期，或从页面上撤下。`,
    en: `The claim held until ${date} and has expired: confirm it with its owner and set a new date, or take it off the pages.`,
  }),
  claimReviewDue: (date) => ({
    zh: `复核日期 ${date} 已过：请与负责人确认数据仍然成立，再改为新的日期。`,
    en: `The review date ${date} has passed: confirm with the owner that the claim still holds, then set a new date.`,
  }),
  quotesExpiredClaim: (id) => ({
    zh: `引用的数据“${id}”已经过期：请换一条，或请负责人更新它。`,
    en: `The claim “${id}” that is quoted here has expired: choose another, or have its owner renew it.`,
  }),
  unknownRoute: (route) => ({
    zh: `网站没有页面 ${route}：请从列表中重新选择。`,
    en: `The site has no page ${route}: choose one from the list.`,
  }),
  hiddenRoute: (route) => ({
    zh: `页面 ${route} 尚未公开，到公开之前访客看不到这个链接。`,
    en: `The page ${route} is not open yet: visitors do not see this link until it is.`,
  }),
  malformedLink: (address) => ({
    zh: `网址“${address}”不完整：请填写以 https:// 开头的完整网址，或 mailto: 加邮箱。`,
    en: `The address “${address}” is not whole: enter one that begins with https://, or mailto: and a mail address.`,
  }),
  attributes: (detail) => ({
    zh: `字段数量 ${detail}，接近或超过了 Sanity 托管数据集最小套餐的上限。`,
    en: `The dataset has ${detail} attributes: near or above the limit of hosted Sanity’s smallest plan.`,
  }),
}

const blockNames: Record<string, Words> = {
  productGrid: {zh: '产品网格', en: 'Product grid'},
  moduleMap: {zh: '模块一览', en: 'Module map'},
  contactDetails: {zh: '联系方式', en: 'Contact details'},
}

/** A finding as one sentence that says what to do. */
export function findingWords({check, detail = ''}: Finding, locale: Locale): string {
  return sentences[check](detail)[locale]
}

function missingWord(field: string, locale: Locale): string {
  return field === 'owner' ? missingFields.owner[locale] : missingFields.source[locale]
}
