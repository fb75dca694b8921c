import {errorWords} from './errorWords.ts'
import type {Locale} from './locales.ts'
import {readDigest} from './SiteError.ts'

/**
 * Returns title and status of the error page for what was thrown. The title is the message, except for errors of the
 * server: Next replaces their messages, so it is made from the digest.
 */
export function describeError(error: unknown, locale: Locale): {title: string; status: number} {
  const words = errorWords[locale]
  const thrown: {digest?: unknown; message?: unknown; status?: unknown} =
    typeof error === 'object' && error !== null ? error : {}
  const {digest, message, status} = thrown
  const facts = readDigest(digest)
  if (facts) return {title: words[facts.code](facts.subject), status: facts.status}
  const own = digest === undefined && typeof message === 'string' ? message : ''
  return {title: own || words.title, status: typeof status === 'number' ? status : 500}
}
