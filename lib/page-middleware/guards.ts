import {judgePage} from './judgePage.ts'
import {type GuardedPage, shown, type Verdict} from './pageMiddleware.ts'

/** Which of these pages are hidden now? */
export function hiddenOf<Page extends GuardedPage>(pages: readonly Page[], now: number): Page[] {
  return pages.filter((page) => verdictOf(page, now).hidden)
}

/** When the first of these pages appears or disappears by itself. */
export function nextChange(pages: readonly GuardedPage[], now: number): number | undefined {
  const changes = pages.flatMap((page) => verdictOf(page, now).until ?? [])
  return changes.length > 0 ? Math.min(...changes) : undefined
}

/** A page with an unknown middleware answers with an error; other pages do not fail for it. */
function verdictOf(page: GuardedPage, now: number): Verdict {
  try {
    return judgePage(page, now)
  } catch {
    return shown
  }
}
