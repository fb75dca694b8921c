import {SiteError} from '../SiteError.ts'
import type {GuardedPage, Verdict} from './pageMiddleware.ts'
import {pageMiddleware} from './registry.ts'

/**
 * Runs the middleware that a page names. One that hides the page is enough; the verdict holds until the first of them
 * changes its mind. A name that nobody knows is an error: showing the page could be just what it was to prevent.
 */
export function judgePage(page: GuardedPage, now: number): Verdict {
  const verdicts = (page.middleware ?? []).map((name) => {
    const run = pageMiddleware.get(name)
    if (!run) throw SiteError.unknownMiddleware(name)
    return run(page, now)
  })
  const changes = verdicts.flatMap(({until}) => until ?? [])
  const hidden = verdicts.some((verdict) => verdict.hidden)
  return changes.length > 0 ? {hidden, until: Math.min(...changes)} : {hidden}
}
