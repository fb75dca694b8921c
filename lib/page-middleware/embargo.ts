import {type PageMiddleware, shown} from './pageMiddleware.ts'

/** Keeps a page back until a date and time. Without a date that can be read it keeps nothing back. */
export const embargo: PageMiddleware = ({embargoUntil}, now) => {
  const until = Date.parse(embargoUntil ?? '')
  return until > now ? {hidden: true, until} : shown
}
