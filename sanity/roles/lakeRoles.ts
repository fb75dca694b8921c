import type {RoleName} from './abilities.ts'
import {
  expiredClaim,
  fixedDocument,
  othersPreviewLink,
  pageLayout,
  pageMiddleware,
  pageRoute,
  pageWithoutBlocks,
  reviewAnswer,
  sampleText,
  unprovenClaim,
} from './refusals.ts'

const readAll = {filter: 'defined(_id)', permissions: ['read', 'history']}
const change = ['create', 'update', 'editHistory']
const isDraft = '_id in path("drafts.**")'
const contentTypes = '["page", "product", "productModule", "capability", "role", "scenario"]'
const assetFilter = '_type in ["sanity.imageAsset", "sanity.fileAsset"]'

/** Not the system's documents, such as groups, which are an administrator's on hosted Sanity, too. */
const isContent = '!(_id in path("_.**"))'

/** A dot in the id keeps requests from visitors; the rest of it says whose it is. */
const anyReview = '_type == "reviewRequest" && _id in path("review.**")'
const ownReview =
  '_type == "reviewRequest" && requestedBy == identity() && _id == "review." + documentId + "." + requestedBy'

/** Links to previews: a dot in the id keeps their keys from visitors. */
const anyPreviewLink = '_type == "previewLink" && _id in path("preview.**")'
const ownPreviewLink = `${anyPreviewLink} && createdBy == identity()`

/** The secrets by which the Studio opens the preview, each for an hour; it deletes those that have ended, whoever's they are. */
const previewSecret = {filter: '_type == "sanity.previewUrlSecret" && _id in path("drafts.**")', permissions: change}

/** The right to publish includes scheduling; each document is checked by its own grants when its release is published. */
const releases = {filter: '_type == "system.release" && _id in path("_.releases.**")', permissions: change}

/**
 * Roles of editors, in the embedded lake's format. Its own role `administrator` may do everything. `abilities.ts` has the
 * same for the Studio.
 */
export const roles = [
  {
    name: 'contributor',
    title: '撰稿人 · Contributor',
    description:
      '起草页面、产品、模块、角色和数据，请别人审核后发布。 Drafts pages, products, modules, roles and claims, for others to review and publish.',
    grants: [
      readAll,
      {filter: `_type in ${contentTypes} && ${isDraft}`, permissions: change},
      {filter: `_type == "claim" && ${isDraft}`, permissions: change},
      // Pictures are public from the upload on: new ones may come, those on the site stay as they are.
      {filter: assetFilter, permissions: ['create']},
      {filter: ownReview, permissions: change},
      {filter: ownPreviewLink, permissions: change},
      previewSecret,
    ],
    refusals: [pageLayout, pageMiddleware, pageRoute, reviewAnswer],
  },
  {
    name: 'marketer',
    title: '营销编辑 · Marketer',
    description:
      '编辑并发布页面、产品、模块和角色，起草数据。 Edits and publishes pages, products, modules and roles, and drafts claims.',
    grants: [
      readAll,
      {filter: `_type in ${contentTypes} && ${isContent}`, permissions: change},
      {filter: assetFilter, permissions: change},
      {filter: `_type == "claim" && ${isDraft}`, permissions: change},
      {filter: anyReview, permissions: change},
      {filter: anyPreviewLink, permissions: change},
      previewSecret,
      releases,
    ],
    refusals: [fixedDocument, othersPreviewLink, pageLayout, pageMiddleware, pageRoute, pageWithoutBlocks, sampleText],
  },
  {
    name: 'reviewer',
    title: '审核人 · Reviewer',
    description:
      '修改除版式以外的一切，批准并发布数据。 Changes everything but layouts, and approves and publishes claims.',
    grants: [readAll, {filter: isContent, permissions: change}, releases],
    refusals: [
      fixedDocument,
      othersPreviewLink,
      pageLayout,
      unprovenClaim,
      expiredClaim,
      pageRoute,
      pageWithoutBlocks,
      sampleText,
    ],
  },
  {
    name: 'developer',
    title: '开发人员 · Developer',
    description:
      '修改内容、版式、访问限制和设置，不批准数据。 Changes content, layouts, access and settings, and approves no claims.',
    grants: [readAll, {filter: `(_type != "claim" || ${isDraft}) && ${isContent}`, permissions: change}, releases],
    refusals: [fixedDocument, othersPreviewLink, pageRoute, pageWithoutBlocks, sampleText],
  },
] satisfies {name: RoleName; [field: string]: unknown}[]
