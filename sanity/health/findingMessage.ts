import {translator} from '../../i18n/translator.ts'
import {type Locale, languageTags} from '../../lib/locales.ts'
import {buyerTopics} from '../blocks/buyerFacts/topics.ts'
import {largestDocument, longestList, longestText} from '../contentLimits.ts'
import {type ContentDocument, documentTitle, publishedId} from './contentDocuments.ts'
import type {CheckName, Finding} from './Finding.ts'

type Words = Record<Locale, string>

/** Title of each check, above its findings. */
export const checkTitles: Record<CheckName, Words> = {
  brokenReference: {zh: '引用的文档不存在', en: 'References to documents that are missing'},
  rejectedBlock: {zh: '网站无法显示的内容块', en: 'Blocks that the site leaves out'},
  rejectedScenario: {zh: '网站无法显示的演示场景', en: 'Demo scenarios that the site leaves out'},
  lostToPlaceholder: {
    zh: '因占位内容而整个不显示的内容块和演示场景',
    en: 'Blocks and demo scenarios that a placeholder takes off the site',
  },
  missingBlock: {zh: '页面缺少必要的内容块', en: 'Pages without a block that they need'},
  missingPage: {zh: '没有文档的页面', en: 'Pages without a document'},
  strayPage: {zh: '不属于任何路径的页面', en: 'Page documents that belong to no route'},
  unknownMiddleware: {zh: '未知的访问限制', en: 'Unknown access settings'},
  neededPage: {zh: '不能没有、却尚未公开的页面', en: 'Pages that must be open and are not'},
  hidesPage: {zh: '会撤下的页面', en: 'Pages that go offline'},
  missingChinese: {zh: '缺少中文', en: 'Missing Chinese'},
  missingEnglish: {zh: '缺少英文', en: 'Missing English'},
  missingAlternative: {zh: '缺少替代文字', en: 'Missing alternative texts'},
  keptAlternative: {zh: '换了图片、没改替代文字的地方', en: 'Alternative texts of a picture that was replaced'},
  unfinishedUpload: {zh: '没有传完的图片', en: 'Pictures that were not uploaded to the end'},
  placeholder: {zh: '尚未替换的占位内容', en: 'Placeholders left'},
  sampleText: {zh: '还没有改写的示例文字', en: 'Sample texts left'},
  copyMark: {zh: '名称还带着“副本”', en: 'Names that are still marked as a copy'},
  controlCharacter: {zh: '文字里看不见的控制字符', en: 'Invisible control characters in texts'},
  longText: {zh: '网站显示不了的长文字', en: 'Texts that are too long for the site'},
  longList: {zh: '网站显示不全的长列表', en: 'Lists that are too long for the site'},
  largeDocument: {zh: '网站显示不全的大文档', en: 'Documents that are too large for the site'},
  missingFact: {zh: '还没有填的公司信息', en: 'Facts about the company that are missing'},
  unansweredTopic: {zh: '采购须知里还没有回答的主题', en: 'Buyer’s topics without an answer'},
  claimWithoutProof: {zh: '没有写明怎样测得的数据', en: 'Claims that do not say how they were measured'},
  claimUnproven: {zh: '没有依据的数据', en: 'Claims without a source or an owner'},
  claimExpired: {zh: '已过期的数据', en: 'Expired claims'},
  claimReviewDue: {zh: '该复核的数据', en: 'Claims due for review'},
  quotesExpiredClaim: {zh: '引用了过期数据', en: 'Quotations of expired claims'},
  negativeFigure: {zh: '负的数据', en: 'Claims with a negative figure'},
  longFigure: {zh: '太长的数据', en: 'Claims with a long figure'},
  beyondAllFigure: {zh: '减少超过 100% 的数据', en: 'Claims reduced by more than 100%'},
  unknownToken: {zh: '数据的句子里写错的花括号', en: 'Unknown tokens in the sentences of claims'},
  typedFigure: {zh: '数据的句子里手写的数字', en: 'Figures typed into the sentences of claims'},
  doubledUnit: {zh: '数据的句子里重复的单位', en: 'Units that the sentence of a claim repeats'},
  otherComparison: {zh: '句子与比较方式不一致的数据', en: 'Claims whose sentence disagrees with their comparison'},
  otherFigure: {zh: '数据的句子里的另一个数字', en: 'Other figures in the sentences of claims'},
  noFigure: {zh: '句子没有提到数字的数据', en: 'Claims whose sentence has no figure'},
  strayToken: {zh: '不在数据句子里的花括号', en: 'Tokens outside the sentences of claims'},
  typedClaim: {zh: '在文字里手写的数据', en: 'Claims typed by hand'},
  contradictsClaim: {zh: '与数据不一致的文字', en: 'Texts that contradict a claim'},
  duplicateAnchor: {zh: '重复的链接名', en: 'Names in links that two scenarios share'},
  duplicateOrder: {zh: '重复的顺序', en: 'Orders that two documents share'},
  duplicateValue: {zh: '重复的页面或代号', en: 'Pages and codes that two documents share'},
  duplicateTitle: {zh: '两个页面相同的标题', en: 'Titles that two pages share'},
  duplicateText: {zh: '两份内容相同的名称或说法', en: 'Names and statements that two documents share'},
  duplicateKey: {zh: '重复的条目标识', en: 'Items of a list with the same key'},
  duplicateLink: {zh: '菜单里重复的链接', en: 'Links that a menu repeats'},
  unknownRoute: {zh: '指向不存在页面的链接', en: 'Links to pages that do not exist'},
  hiddenRoute: {zh: '指向尚未公开页面的链接', en: 'Links to pages that are not open yet'},
  unknownSection: {zh: '指向已不存在的段落的链接', en: 'Links to sections that no longer exist'},
  unknownStep: {zh: '指向场景里没有的一步的链接', en: 'Links to steps that a scenario does not have'},
  movedStep: {zh: '会变成另一步的演示步骤', en: 'Steps of the demo that become another one'},
  malformedLink: {zh: '写错的站外链接', en: 'Malformed links to other sites'},
  attributes: {zh: '字段数量', en: 'Number of different fields'},
}

const missingFields = {
  source: {zh: '来源', en: 'source'},
  owner: {zh: '负责人', en: 'owner'},
} satisfies Record<string, Words>

/** Returns the name that editors know a document by, from its published id. */
export type NameOf = (id: string) => string

const shown = (limit: number) => limit.toLocaleString('en')

const sentences: Record<CheckName, (detail: string, nameOf: NameOf) => Words> = {
  brokenReference: (id) => ({
    zh: `这里引用的文档“${id}”不存在：请另选一项，或删去引用。`,
    en: `The document “${id}” that this refers to does not exist: choose another, or remove the reference.`,
  }),
  rejectedBlock: () => ({
    zh: '网站显示不了这个内容块，会把它略去：请补全或删去它。',
    en: 'The site cannot show this block and leaves it out: complete it, or remove it.',
  }),
  rejectedScenario: () => ({
    zh: '演示页显示不了这个场景，会在一种或两种语言里把它略去：请补全它，或检查它的产品和角色。',
    en: 'The demo cannot show this scenario and leaves it out, in one language or both: complete it, or check its product and roles.',
  }),
  lostToPlaceholder: () => ({
    zh: '少不了的文字还是占位内容，所以整个都不显示，也可能只在一种语言里不显示：请换成真实信息。',
    en: 'A text that this cannot do without is still a placeholder, so visitors see none of it, perhaps in one language only: replace it with the real information.',
  }),
  missingBlock: (name) =>
    name === 'block'
      ? {zh: '页面一个内容块都没有：请至少添加一个。', en: 'The page has no block: add at least one.'}
      : {
          zh: `这个页面不能没有“${blockNames[name]?.zh ?? name}”内容块：请加回来。`,
          en: `This page cannot do without the block “${blockNames[name]?.en ?? name}”: put it back.`,
        },
  missingPage: (route) => ({
    zh: `页面 ${route} 的文档不见了，访客打不开这一页：请告诉管理员，运行 npm run seed 或从备份恢复。`,
    en: `The page ${route} has lost its document, so visitors cannot open it: tell an administrator, who runs npm run seed or restores it from a backup.`,
  }),
  strayPage: () => ({
    zh: '这份文档不属于任何页面，访客看不到它：可以删除。',
    en: 'This document belongs to no page and visitors never see it: it can be deleted.',
  }),
  unknownMiddleware: (name) => ({
    zh: `网站没有名为“${name}”的访问限制，访客打开页面会看到错误：请去掉它。`,
    en: `The site does not know the access setting “${name}”, and visitors of the page would see an error: remove it.`,
  }),
  neededPage: () => ({
    zh: '全站每一页都通向这里，例如“返回首页”、联系按钮和表单里的隐私声明，所以它不能定时公开：请去掉“定时公开”。',
    en: 'Every page leads here, by the link to the home page, the contact button or the form’s privacy notice, so it cannot be under embargo: untick “Embargo”.',
  }),
  hidesPage: (detail) => ({
    zh: `发布后，访客打开这一页看到的是“找不到这个页面”，到 ${timeIn(detail, 'zh')} 才公开。别处有 ${restOf(detail)} 个链接指向它，在那之前都会去掉。`,
    en: `Once published, visitors get “This page could not be found” here until ${timeIn(detail, 'en')}. Links elsewhere that lead here (${restOf(detail)}) are gone until then.`,
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
  keptAlternative: () => ({
    zh: '图片换过了，替代文字还是原来的：请看它说的是不是现在这张图。',
    en: 'The picture was replaced, and this is still the text of the one before: see whether it says what the new one shows.',
  }),
  unfinishedUpload: (name) => ({
    zh: `图片“${name}”还没有传完：请等它传完；如果已经中断，请重新上传。`,
    en: `The picture “${name}” is not uploaded yet: wait until it is. If the upload was broken off, upload it again.`,
  }),
  placeholder: () => ({
    zh: '还是占位内容，访客看不到这一处：请换成真实信息。',
    en: 'This is still a placeholder, which visitors do not see: replace it with the real information.',
  }),
  sampleText: () => ({zh: '这是示例文字，请改写。', en: 'This is sample text: replace it.'}),
  copyMark: () => ({
    zh: '还带着副本的记号，访客会看到：请改写。',
    en: 'This is still marked as a copy, and visitors would read it: reword it.',
  }),
  controlCharacter: () => ({
    zh: '文字里有看不见的控制字符，会打乱前后文字的方向，网站显示时会去掉：请删去这段文字，重新输入。',
    en: 'The text holds invisible control characters, which can turn the words around them, and the site leaves them out: delete the text and type it again.',
  }),
  longText: (size) => ({
    zh: `这一段有 ${size} 个字符，超过 ${shown(longestText)} 个，网站会整段略去：请缩短，或分成几段。`,
    en: `This text has ${size} characters. The site leaves out a text of more than ${shown(longestText)}: shorten it, or split it into paragraphs.`,
  }),
  longList: (size) => ({
    zh: `这个列表有 ${size} 项，网站只显示前 ${shown(longestList)} 项：请删去一些。`,
    en: `This list has ${size} items. The site shows the first ${shown(longestList)} only: remove some.`,
  }),
  largeDocument: (size) => ({
    zh: `这份文档太大了，相当于 ${size} 个字符，超过 ${shown(largestDocument)} 的部分网站会略去：请删去一些内容块，或缩短文字。`,
    en: `The document is too large: it counts for ${size} characters, and the site leaves out what is beyond ${shown(largestDocument)}. Remove some blocks, or shorten texts.`,
  }),
  missingFact: () => ({
    zh: '还没有填，页脚和联系页面上没有这一项：请填写。',
    en: 'It is empty, so footer and contact page go without it: fill it in.',
  }),
  unansweredTopic: (topic) => ({
    zh: `“${topicWord(topic, 'zh')}”还没有我们的回答，页面上只写了一起定什么：请填写，或删去这一条。`,
    en: `We have no answer on “${topicWord(topic, 'en')}” yet, and the page says only what is settled together: write one, or remove the topic.`,
  }),
  claimWithoutProof: (fields) => ({
    zh: `数据没有写明${proofWords(fields, 'zh').join('、')}，访客无从判断：请补上，或从页面上撤下这条数据。`,
    en: `The claim does not say ${proofWords(fields, 'en').join(', ')}, so visitors cannot judge it: add it, or take the claim off the pages.`,
  }),
  claimUnproven: (field) => ({
    zh: `数据没有${missingWord(field, 'zh')}：请写明真实的${missingWord(field, 'zh')}，写明之前，改动不能发布。`,
    en: `The claim has no ${missingWord(field, 'en')}: name the real one. Until then no change to it can be published.`,
  }),
  claimExpired: (date) => ({
    zh: `数据的有效期到 ${date} 为止，已经过期：请与负责人确认后改为新的日期，或从页面上撤下。`,
    en: `The claim held until ${date} and has expired: confirm it with its owner and set a new date, or take it off the pages.`,
  }),
  claimReviewDue: (date) => ({
    zh: `复核日期 ${date} 已过：请与负责人确认数据仍然成立，再改为新的日期。`,
    en: `The review date ${date} has passed: confirm with the owner that the claim still holds, then set a new date.`,
  }),
  quotesExpiredClaim: (id, nameOf) => ({
    zh: `引用的数据“${nameOf(id)}”已经过期：请换一条，或请负责人更新它。`,
    en: `The claim “${nameOf(id)}” that is quoted here has expired: choose another, or have its owner renew it.`,
  }),
  negativeFigure: () => ({
    zh: '数字不能是负的：少了多少，由“比较方式”来说。',
    en: 'The figure cannot be negative: the comparison says whether it is a reduction.',
  }),
  longFigure: () => ({
    zh: '数字太长，页面上放不下：请取整，或改用更大的单位（如万）。',
    en: 'The figure is too long for the page: round it, or use a larger unit.',
  }),
  beyondAllFigure: () => ({
    zh: '不可能缩短或减少 100% 以上：请核对数字和比较方式。',
    en: 'Nothing can be reduced by more than 100%: check the figure and the comparison.',
  }),
  unknownToken: (token) => ({
    zh: `“${token}”会原样显示给访客：花括号里只能写 {figure}（数字和单位）或 {number}（只有数字）。`,
    en: `Visitors would read “${token}” as it stands: write {figure} for number and unit, or {number} for the number alone.`,
  }),
  typedFigure: (words) => ({
    zh: `“${words}”是手写的，数字改了它不会跟着变：请换成 {figure}（数字和单位）或 {number}（只有数字）。`,
    en: `The words “${words}” are typed by hand and do not follow the figure: write {figure} (number and unit) or {number} (number alone) in its place.`,
  }),
  doubledUnit: (words) => ({
    zh: `“${words}”会把单位显示两次，或显示成另一个单位：{figure} 已经带单位，请只写它。`,
    en: `Written so, “${words}” shows the unit twice, or another one: {figure} brings the unit along, write it alone.`,
  }),
  otherComparison: (words) => ({
    zh: `句子里的“${words}”和“比较方式”不一致：请改其中一个。`,
    en: `The sentence says “${words}”, which does not agree with the comparison that is chosen: change one of them.`,
  }),
  otherFigure: (words) => ({
    zh: `句子里另有“${words}”，单位和这条数据相同：请确认它说的是另一件事，否则换成 {figure}。`,
    en: `The sentence also says “${words}”, in the same unit: make sure that it is about something else, or write {figure}.`,
  }),
  noFigure: () => ({
    zh: '句子没有提到这个数字：请在该出现的地方写 {figure}。',
    en: 'The sentence does not mention the figure: write {figure} where it belongs.',
  }),
  strayToken: (token) => ({
    zh: `“${token}”只在数据的“完整说法”里有用，在这里会原样显示给访客：请改为引用数据，或写出文字。`,
    en: `Here visitors would read “${token}” as it stands, since it works in the statement of a claim alone: quote the claim, or write the words.`,
  }),
  typedClaim: (detail, nameOf) => ({
    zh: `“${restOf(detail)}”是手写的，数据“${nameOf(idOf(detail))}”改了它不会跟着变：请改为引用这条数据，或改写句子。`,
    en: `The words “${restOf(detail)}” are typed by hand and do not follow the claim “${nameOf(idOf(detail))}”: quote the claim, or reword the sentence.`,
  }),
  contradictsClaim: (detail, nameOf) => ({
    zh: `“${restOf(detail)}”和数据“${nameOf(idOf(detail))}”说的不一样：请改为引用这条数据，或确认说的是另一件事。`,
    en: `The text says “${restOf(detail)}”, which differs from the claim “${nameOf(idOf(detail))}”: quote the claim, or make sure that it is about something else.`,
  }),
  duplicateAnchor: (detail, nameOf) => ({
    zh: `链接名“${restOf(detail)}”是或曾经是“${nameOf(idOf(detail))}”的，别人保存的链接指向它：请另取一个。`,
    en: `The name “${restOf(detail)}” is, or was, that of “${nameOf(idOf(detail))}”, and saved links lead there: choose another.`,
  }),
  duplicateOrder: (detail, nameOf) => ({
    zh: `顺序 ${restOf(detail)} 和“${nameOf(idOf(detail))}”相同，先后就定不下来：请改成不同的数。`,
    en: `The order ${restOf(detail)} is also that of “${nameOf(idOf(detail))}”, so which comes first is undecided: change one of them.`,
  }),
  duplicateValue: (detail, nameOf) => ({
    zh: `“${restOf(detail)}”已经属于“${nameOf(idOf(detail))}”：请改成不同的。`,
    en: `The value “${restOf(detail)}” belongs to “${nameOf(idOf(detail))}” already: choose another.`,
  }),
  duplicateTitle: (detail, nameOf) => ({
    zh: `“${nameOf(idOf(detail))}”这一页已经用了这个标题，访客和搜索引擎分不清两页：请另写一个。`,
    en: `The page “${nameOf(idOf(detail))}” has this title already, so visitors and search engines cannot tell the two apart: write another.`,
  }),
  duplicateText: (detail, nameOf) => ({
    zh: `和“${nameOf(idOf(detail))}”一字不差，在列表里分不清，以后也可能只改了一份：请改写，或删去其中一份。`,
    en: `The same words are in “${nameOf(idOf(detail))}”, so lists cannot tell the two apart and later only one of them may be changed: reword this, or delete one of them.`,
  }),
  duplicateKey: (key) => ({
    zh: `列表里有两项的标识都是“${key}”：请删去其中一项，再重新添加。`,
    en: `Two items of the list have the key “${key}”: remove one of them and add it again.`,
  }),
  duplicateLink: (route) => ({
    zh: `这一组里有两个指向 ${route} 的链接：请删去一个。`,
    en: `This group has two links to ${route}: remove one of them.`,
  }),
  unknownRoute: (route) => ({
    zh: `网站没有页面 ${route}：请从列表中重新选择。`,
    en: `The site has no page ${route}: choose one from the list.`,
  }),
  hiddenRoute: (route) => ({
    zh: `页面 ${route} 尚未公开，到公开之前访客看不到这个链接。`,
    en: `The page ${route} is not open yet: visitors do not see this link until it is.`,
  }),
  unknownSection: (route) => ({
    zh: `页面 ${route} 上没有链接要打开的那一段，访客会从页首看起：请另选一段，或不选。`,
    en: `The page ${route} has no such section any more, so the link opens it at its top: choose another section, or none.`,
  }),
  unknownStep: (detail) => ({
    zh: `链接要打开演示的第 ${idOf(detail)} 步，而这个场景只有 ${restOf(detail)} 步，访客会看到最后一步：请改步数。`,
    en: `The link opens step ${idOf(detail)} of the demo, and the scenario has ${restOf(detail)}, so visitors see its last one: change the number.`,
  }),
  movedStep: (step) => ({
    zh: `这里用的是演示的第 ${step} 步，发布后那里是另一步，或者没有了：请随后改这里的步数；如果是因为场景里有占位内容，补全场景即可。`,
    en: `This names step ${step} of the demo, where another step, or none, is once this is published: correct the number here afterwards, or, if a placeholder hides the scenario, complete the scenario instead.`,
  }),
  malformedLink: (address) => ({
    zh: `网址“${address}”不完整：请填写以 https:// 开头的完整网址，或 mailto: 加邮箱。`,
    en: `The address “${address}” is incomplete: enter one that begins with https://, or mailto: and an email address.`,
  }),
  attributes: (detail) => ({
    zh: `内容用了 ${detail} 种字段，接近或超过了 Sanity 最小套餐的上限：请告诉开发人员。`,
    en: `The content uses ${detail} different fields, near or above the limit of Sanity’s smallest plan: tell a developer.`,
  }),
}

const blockNames: Record<string, Words> = {
  productGrid: {zh: '产品网格', en: 'Product grid'},
  moduleMap: {zh: '模块一览', en: 'Module map'},
  contactDetails: {zh: '联系方式', en: 'Contact details'},
}

/** Returns a finding's message with the remedy. Other documents stand in it by `nameOf`, without it by their ids. */
export function findingMessage({check, detail = ''}: Finding, locale: Locale, nameOf: NameOf = (id) => id): string {
  return sentences[check](detail, nameOf)[locale]
}

/** Returns a function that names documents by their titles. */
export function namesOf(documents: readonly ContentDocument[], locale: Locale): NameOf {
  const byId = new Map(documents.map((document) => [publishedId(document._id), document]))
  return (id) => {
    const document = byId.get(id)
    return document ? documentTitle(document, locale) : id
  }
}

const proofs: Record<string, Words> = {
  method: {zh: '怎么测的', en: 'how it was measured'},
  sample: {zh: '测了谁', en: 'on whom'},
  measured: {zh: '哪天测的', en: 'when'},
}

function proofWords(fields: string, locale: Locale): string[] {
  return fields.split(' ').map((field) => proofs[field]?.[locale] ?? field)
}

function topicWord(topic: string, locale: Locale): string {
  const known = buyerTopics.find((name) => name === topic)
  return known ? translator(locale, 'buyerTopics')(known) : topic
}

function missingWord(field: string, locale: Locale): string {
  return field === 'owner' ? missingFields.owner[locale] : missingFields.source[locale]
}

/** The time with which a detail begins, in the editor's time zone. */
function timeIn(detail: string, locale: Locale): string {
  const time = Date.parse(idOf(detail))
  if (Number.isNaN(time)) return idOf(detail)
  return new Intl.DateTimeFormat(languageTags[locale], {dateStyle: 'long', timeStyle: 'short'}).format(time)
}

/** Id of another document, with which some details begin. */
function idOf(detail: string): string {
  return detail.slice(0, detail.indexOf(' '))
}

function restOf(detail: string): string {
  return detail.slice(detail.indexOf(' ') + 1)
}
