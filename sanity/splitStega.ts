import {stegaClean} from '@sanity/client/stega'

/**
 * A text of a preview, and apart from it the invisible characters (stega) behind it, by which a click finds its field.
 * Whoever cuts a text up keeps them whole: cut apart they mean nothing. Outside previews there are none.
 */
export function splitStega(text: string): {cleaned: string; encoded: string} {
  const cleaned = stegaClean(text)
  return {cleaned, encoded: text.startsWith(cleaned) ? text.slice(cleaned.length) : ''}
}
