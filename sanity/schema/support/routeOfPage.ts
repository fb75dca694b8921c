import {type CustomValidatorResult, getPublishedId, type SanityDocumentLike} from 'sanity'
import {isRoute, pageId} from '../../../lib/routes.ts'
import {hint} from './bilingual.ts'

const message = hint(
  '这份文档不属于任何页面，不能发布。请在左侧列表中打开要修改的页面。',
  'This document belongs to no page and cannot be published. Open the page that you want to change from the list on the left.',
)

/** A rule for page documents: the id and the route belong together, so that each route has exactly one page. */
export function routeOfPage(document: SanityDocumentLike | undefined): CustomValidatorResult {
  if (document === undefined) return true
  const {route} = document
  const fits = typeof route === 'string' && isRoute(route) && pageId(route) === getPublishedId(document._id)
  return fits ? true : {message, path: ['route']}
}
