import {type ContentDocument, objectsIn} from './health/contentDocuments.ts'

/** In characters. Many times what a page can show, as are the next two. */
export const longestText = 20_000
/** In items. */
export const longestList = 500
/** In characters of all texts of a document. */
export const largestDocument = 500_000
/** Characters that an item of a list counts for, as each is some markup. */
export const itemSize = 100

/** What the site leaves out of a document for its size. `size`: in characters, or in items of a list. */
interface Excess {
  check: 'longText' | 'longList' | 'largeDocument'
  path: string
  size: number
}

/** Lists the texts and lists of a document that are too large for the site, or the document if only all of them together are. */
export function excessesOf(document: ContentDocument): Excess[] {
  // Claims are shown whole, whatever they hold.
  if (document._type === 'claim') return []
  const values = objectsIn(document).flatMap(({path, value}) =>
    Object.entries(value).map(([name, content]) => ({path: path ? `${path}.${name}` : name, content})),
  )
  const excesses = values.flatMap(({path, content}): Excess[] => {
    if (typeof content === 'string' && content.length > longestText) {
      return [{check: 'longText', path, size: content.length}]
    }
    const isLong = Array.isArray(content) && content.length > longestList
    return isLong ? [{check: 'longList', path, size: content.length}] : []
  })
  if (excesses.length > 0) return excesses
  const size = values.reduce((sum, {content}) => sum + sizeOf(content), 0)
  return size > largestDocument ? [{check: 'largeDocument', path: '', size}] : []
}

function sizeOf(content: unknown): number {
  if (typeof content === 'string') return content.length
  return Array.isArray(content) ? content.length * itemSize : 0
}
