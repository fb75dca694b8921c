/** What a page says of who may see it, and when. */
export interface GuardedPage {
  /** The middleware that the page names. */
  middleware?: readonly string[] | null | undefined
  embargoUntil?: string | null | undefined
}

/** All that a page says of it: whoever may not decide on access may change none of these. */
export const guardedFields = ['middleware', 'embargoUntil'] as const satisfies readonly (keyof GuardedPage)[]

export interface Verdict {
  /** Is the page, for now, one that the site does not have? */
  hidden: boolean
  /** When the verdict changes by itself, in milliseconds. */
  until?: number
}

/** Decides on a page before it is shown, the same for every visitor. */
export type PageMiddleware = (page: GuardedPage, now: number) => Verdict

export const shown: Verdict = {hidden: false}
