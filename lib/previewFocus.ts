/**
 * Messages between the Studio's preview and the page in its frame, by which the page follows the form. Presentation's own
 * message finds only a text with exactly the focused path: no block, no empty text, no other language.
 */

/** The field that has the focus in the form. */
export interface PreviewFocus {
  type: 'site/focus'
  /** Published id of the document. */
  id: string
  /** Path of the field, e.g. `blocks[_key=="a"].title.zh`. */
  path: string
}

/** The text of the field that has the focus has changed in the form. */
export interface PreviewText {
  type: 'site/text'
  /** Published id of the document. */
  id: string
  /** Path of the field. */
  path: string
  before: string
  text: string
}

/** The page is shown and asks for the focus. */
export interface PreviewShown {
  type: 'site/shown'
}

export function isPreviewFocus(data: unknown): data is PreviewFocus {
  return isOfType(data, 'site/focus') && typeof data.id === 'string' && typeof data.path === 'string'
}

export function isPreviewText(data: unknown): data is PreviewText {
  return isOfType(data, 'site/text') && ['id', 'path', 'before', 'text'].every((name) => typeof data[name] === 'string')
}

export function isPreviewShown(data: unknown): data is PreviewShown {
  return isOfType(data, 'site/shown')
}

/** Whether a message is of a type. */
export function isOfType(data: unknown, type: string): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type
}

const segment = /\[_key==["']([^"']+)["']\]|:([^.:[\]]+)|\[(\d+)\]|([^.:[\]]+)/g

/** Splits a field's path, as the form writes it or as URLs do; keys of list items get a `#`. */
export function splitPath(path: string): string[] {
  return Array.from(path.matchAll(segment), ([, quoted, plain, index, name]) => {
    const key = quoted ?? plain ?? index
    return key === undefined ? (name ?? '') : `#${key}`
  })
}

/**
 * Returns the index of the path that is nearest to a field: the field, something within it, or something within the least
 * that holds it, such as its block or its text in the other language. Undefined if no path shares a list item with it.
 */
export function nearestPath(focused: string, shown: readonly string[]): number | undefined {
  const wanted = splitPath(focused)
  const candidates = shown.map(splitPath)
  const least = wanted[1]?.startsWith('#') ? 2 : 1
  for (let length = wanted.length; length >= least; length -= 1) {
    const found = candidates.findIndex((path) => wanted.slice(0, length).every((part, index) => path[index] === part))
    if (found >= 0) return found
  }
  return undefined
}
