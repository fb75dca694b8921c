import {stegaClean} from '@sanity/client/stega'

/**
 * Splits a text into what is visible and the stega characters behind it, by which a click in the preview finds its field.
 * They must be kept whole when a text is cut up. Outside previews there are none.
 */
export function splitStega(text: string): {cleaned: string; encoded: string} {
  const cleaned = stegaClean(text)
  return {cleaned, encoded: text.startsWith(cleaned) ? text.slice(cleaned.length) : ''}
}
