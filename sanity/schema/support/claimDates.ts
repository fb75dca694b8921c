import type {ValidationContext} from 'sanity'
import {todayIn} from '../../health/today.ts'
import {hint} from './bilingual.ts'

/** A rule for `.warning()` on a review date: says when it has passed. */
export function reviewStillAhead(date: string | undefined): true | string {
  if (date === undefined || date >= todayIn(new Date())) return true
  return hint(
    '复核日期已过：请与负责人确认数字仍然成立，再改为新的日期。',
    'The review date has passed: confirm with the owner that the figure still holds, then set a new date.',
  )
}

/** A rule on an expiry date: it lies ahead, and not before the review. */
export function expiryStillAhead(
  date: string | undefined,
  {document}: Pick<ValidationContext, 'document'>,
): true | string {
  if (date === undefined) return true
  if (date < todayIn(new Date())) {
    return hint(
      '已经过期，不能发布：请与负责人确认数字仍然成立，再改为新的日期。',
      'It has expired and cannot be published: confirm with the owner that the figure still holds, then set a new date.',
    )
  }
  const review = document?.reviewDate
  if (typeof review !== 'string' || review <= date) return true
  return hint(
    '有效期不能早于复核日期：请把两个日期对调或改晚有效期。',
    'It cannot end before the review: set a later date, or an earlier review.',
  )
}
