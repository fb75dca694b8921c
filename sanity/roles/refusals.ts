/**
 * Changes that the embedded lake refuses to a role, from any client: delta filters, like those of webhooks. Hosted Sanity
 * has no equivalent; there only the Studio refuses them.
 */
import {guardedFields} from '../../lib/visibility.ts'
import {sampleTexts} from '../blocks/samples.ts'
import {fixedTypes, requiredBlocks} from '../fixedDocuments.ts'
import {possiblePlaceholders} from '../health/placeholders.ts'

/** Drafts, and versions in releases: they are judged when they are published. */
const isUnpublished = '_id in path("drafts.**") || _id in path("versions.**")'
const published = `!(${isUnpublished}) && delta::operation() != "delete"`
const contains = (field: string, words: string) => `count(string::split(${field}, "${words}")) > 1`
/** Matches a field that is no string, has no word, or holds a placeholder. */
const isUnproven = (field: string) =>
  [
    `!coalesce(${field} match "*" && string(${field}) == ${field}, false)`,
    ...possiblePlaceholders.map((marker) => contains(field, marker)),
  ].join(' || ')

/** The layout of a page. */
export const pageLayout = {
  name: 'pageLayout',
  filter: '_type == "page" && delta::changedAny(layout)',
  message: '版式由开发人员修改。 The layout is for developers to change.',
}

/** The middleware of a page, and its settings. */
export const pageMiddleware = {
  name: 'pageMiddleware',
  filter: `_type == "page" && delta::changedAny((${guardedFields.join(', ')}))`,
  message: '访问限制由审核人或开发人员修改。 Access is for reviewers and developers to change.',
}

/** GROQ equivalent of `pageId(route)`. */
const pageIdOfRoute = `select(route == "/" => "page-home", "page" + array::join(string::split(route, "/"), "-"))`

/** A page whose route does not match its id: it would replace another page, or be unreachable. */
export const pageRoute = {
  name: 'pageRoute',
  filter: `_type == "page" && delta::operation() != "delete" && !coalesce(
    _id in [${pageIdOfRoute}, "drafts." + ${pageIdOfRoute}]
    || _id in path("versions.*.*") && string::split(_id, ".")[2] == ${pageIdOfRoute}, false)`,
  message:
    '页面和路径一一对应，不能更改，也不能另建页面。 Each route has one page: neither is changed, and no page is added.',
}

/** Publishing a claim without source or owner. */
export const unprovenClaim = {
  name: 'unprovenClaim',
  filter: `_type == "claim" && ${published} && (${isUnproven('source')} || ${isUnproven('owner')})`,
  message: '数据要先写明来源和负责人，才能发布。 A claim is published once its source and its owner are named.',
}

/** Publishing a claim after its expiry date, in China's time zone. An invalid date counts as expired. */
export const expiredClaim = {
  name: 'expiredClaim',
  filter: `_type == "claim" && ${published} && defined(expiryDate)
    && !coalesce(dateTime(expiryDate + "T23:59:59+08:00") >= dateTime(now()), false)`,
  message: '数据已经过期，不能发布。 The claim has expired and cannot be published.',
}

const lacksItsBlock = [...requiredBlocks]
  .map(([route, block]) => `(route == "${route}" && count(blocks[_type == "${block}"]) == 0)`)
  .join(' || ')

/** Publishing a page without its required blocks. */
export const pageWithoutBlocks = {
  name: 'pageWithoutBlocks',
  filter: `_type == "page" && ${published} && (
    coalesce(count(blocks), 0) == 0
    || ${lacksItsBlock}
  )`,
  message: '页面缺少必要的内容块，不能发布。 The page lacks a block that it cannot do without.',
}

/** Publishing a text that a new block has brought along. */
export const sampleText = {
  name: 'sampleText',
  filter: published,
  texts: sampleTexts,
  message: '还有示例文字，请改写后再发布。 There is sample text left: replace it before you publish.',
}

export const fixedDocumentWords = {
  zh: '网站的固定内容不能删除或撤下。',
  en: 'What the site is built around is neither deleted nor unpublished.',
}

/** Deleting a document that code refers to. */
export const fixedDocument = {
  name: 'fixedDocument',
  filter: `delta::operation() == "delete" && !(${isUnpublished})
    && _type in ${JSON.stringify(fixedTypes)}`,
  message: `${fixedDocumentWords.zh} ${fixedDocumentWords.en}`,
}

/** A preview link in the name of another person: it would outlive the removal of the one who made it. */
export const othersPreviewLink = {
  name: 'othersPreviewLink',
  filter: `_type == "previewLink" && delta::operation() != "delete"
    && !coalesce(createdBy == identity(), false)`,
  message:
    '预览链接只能用自己的名义创建和修改，别人的可以撤回。 A link to a preview is made and changed in one’s own name; others’ can be withdrawn.',
}

/** A contributor's request that claims to be answered. */
export const reviewAnswer = {
  name: 'reviewAnswer',
  filter: `_type == "reviewRequest" && delta::operation() != "delete"
    && !(coalesce(state == "asked", false) && !defined(answer) && !defined(answeredBy))`,
  message: '审核由能发布的人回答。 Those who may publish answer a request.',
}
