import {errorWords} from './errorWords.ts'
import type {Locale} from './locales.ts'
import {readDigest} from './SiteError.ts'

/**
 * What the error page says of what was thrown. The title is its message; where it was thrown on the server, Next has put
 * a sentence of its own in the place of the message, and only the digest can tell more.
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
