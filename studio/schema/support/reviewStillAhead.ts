import {hint} from './bilingual.ts'

/** A rule for `.warning()` on a review date: says when it has passed. */
export function reviewStillAhead(date: string | undefined): true | string {
  if (date === undefined || date >= new Date().toISOString().slice(0, 10)) return true
  return hint(
    '复核日期已过：请与负责人确认数字仍然成立，再改为新的日期。',
    'The review date has passed: confirm with the owner that the figure still holds, then set a new date.',
  )
}
