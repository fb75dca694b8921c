import {SiteError} from './errors.ts'

/** The fields of a page that decide on its visibility. */
export interface GuardedPage {
  /** Names of the page's middleware. */
  middleware?: readonly string[] | null | undefined
  embargoUntil?: string | null | undefined
}

/** The same as a list: only roles that decide on access may change these. */
export const guardedFields = ['middleware', 'embargoUntil'] as const satisfies readonly (keyof GuardedPage)[]

interface Verdict {
  hidden: boolean
  /** When the verdict changes by itself, in milliseconds since 1970. */
  until?: number
}

type PageMiddleware = (page: GuardedPage, now: number) => Verdict

const visible: Verdict = {hidden: false}

/** Hides a page until a date. Without a readable date the page is visible. */
const embargo: PageMiddleware = ({embargoUntil}, now) => {
  const until = typeof embargoUntil === 'string' ? Date.parse(embargoUntil) : Number.NaN
  return until > now ? {hidden: true, until} : visible
}

/** Every middleware that a page may name. The Studio offers the same names. */
export const pageMiddleware: ReadonlyMap<string, PageMiddleware> = new Map([['embargo', embargo]])

/**
 * Runs a page's middleware. One that hides the page is enough. Throws a SiteError with status 500 for an unknown name:
 * showing the page could be just what that middleware was to prevent.
 */
export function pageVisibility(page: GuardedPage, now: number): Verdict {
  // A program may have written anything.
  const names: unknown = page.middleware ?? []
  if (!Array.isArray(names)) throw SiteError.unknownMiddleware(JSON.stringify(names))
  const verdicts = names.map((name: unknown) => {
    const run = typeof name === 'string' ? pageMiddleware.get(name) : undefined
    if (!run) throw SiteError.unknownMiddleware(typeof name === 'string' ? name : JSON.stringify(name))
    return run(page, now)
  })
  const changes = verdicts.flatMap(({until}) => until ?? [])
  const hidden = verdicts.some((verdict) => verdict.hidden)
  return changes.length > 0 ? {hidden, until: Math.min(...changes)} : {hidden}
}

/** Why a page is not shown: for now the site has no such page, or its middleware is unknown. */
export type Invisible = 'hidden' | SiteError

/** Why a page is not shown at a given time; undefined if it is shown. */
export function whyInvisible(page: GuardedPage, now: number): Invisible | undefined {
  try {
    return pageVisibility(page, now).hidden ? 'hidden' : undefined
  } catch (error) {
    if (error instanceof SiteError) return error
    throw error
  }
}

/** The pages that are hidden now. One with an unknown middleware is not among them: it answers with an error. */
export function hiddenPages<Page extends GuardedPage>(pages: readonly Page[], now: number): Page[] {
  return pages.filter((page) => whyInvisible(page, now) === 'hidden')
}

/** When the first of these pages appears or disappears by itself, in milliseconds since 1970. */
export function nextVisibilityChange(pages: readonly GuardedPage[], now: number): number | undefined {
  const known = pages.filter((page) => !(whyInvisible(page, now) instanceof SiteError))
  const changes = known.flatMap((page) => pageVisibility(page, now).until ?? [])
  return changes.length > 0 ? Math.min(...changes) : undefined
}
