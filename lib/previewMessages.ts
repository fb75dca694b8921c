/**
 * Messages between the Studio's preview and the page in its frame. By some the page follows the form: Presentation's own
 * message finds only a text with exactly the focused path, no block, no empty text, no other language. By others the page
 * shows the blocks in the order of the form, and the form takes what is done to them on the page: Presentation's own menu
 * asks for no sample, speaks English only, and has no key that moves a block.
 */
import type {UndoDirection} from './undoKeys.ts'

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

/**
 * A text of the content was clicked on, and Presentation has not taken the click: it is not connected to the page yet, or the
 * pointer has rested on the text since before it was.
 */
export interface PreviewMissedClick {
  type: 'site/missedClick'
  /** Published id of the document. */
  id: string
  documentType: string
  /** Path of the field. */
  path: string
}

export function isMissedClick(data: unknown): data is PreviewMissedClick {
  return (
    isOfType(data, 'site/missedClick') && ['id', 'documentType', 'path'].every((name) => typeof data[name] === 'string')
  )
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

/** Presentation's own message of a click on what is edited in the form. */
export interface PreviewClick {
  type: 'visual-editing/focus' | 'overlay/focus'
  /** `id` of the document, and `path` of the field; that is undefined for a whole document. */
  data: {id?: unknown; path?: unknown}
}

/** Knows it by its newer and its older name: which one comes, Presentation negotiates with the page. */
export function isPreviewClick(data: unknown): data is PreviewClick {
  const isNamed = isOfType(data, 'visual-editing/focus') || isOfType(data, 'overlay/focus')
  return isNamed && typeof data.data === 'object' && data.data !== null
}

/** Whether a message is of a type. */
function isOfType(data: unknown, type: string): data is Record<string, unknown> {
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

/** A field's path as the form writes it, for instance as the `id` of its input. */
export function formPath(path: string): string {
  return splitPath(path)
    .map((part) => (part.startsWith('#') ? `[_key=="${part.slice(1)}"]` : `.${part}`))
    .join('')
    .replace(/^\./, '')
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

/** The page is shown and asks for its blocks. */
export interface BlocksWanted {
  type: 'site/blocksWanted'
}

/** The names of the buttons, in the language of the Studio. */
export interface BlockWords {
  drag: string
  up: string
  down: string
  add: string
  duplicate: string
  remove: string
}

/** The blocks of the page as the Studio holds them, the editor's last change included. */
export interface BlocksShown {
  type: 'site/blocks'
  /** Published id of the page. */
  id: string
  /** In order. */
  blocks: readonly {key: string; title: string}[]
  /** The buttons' names; undefined if this person cannot edit the blocks. */
  words: BlockWords | undefined
}

const plainEdits = ['add', 'duplicate', 'remove'] as const

/** An edit of a block on the page. A new block and a copy are inserted below it. */
export type BlockChange =
  | {edit: (typeof plainEdits)[number]}
  /** One place up or down from where the form has the block: the page may not have shown the last edit yet. */
  | {edit: 'step'; by: -1 | 1}
  /** The block then stands below another one; `null`: at the top. */
  | {edit: 'move'; below: string | null}

/** A change to the block with a key, of the page with a published id. */
export type BlockEdit = {type: 'site/blockEdit'; id: string; key: string} & BlockChange

/** The keys for undo or redo were pressed on the page with a published id. */
export interface PageUndo {
  type: 'site/undo'
  id: string
  direction: UndoDirection
}

export function isPageUndo(data: unknown): data is PageUndo {
  const isKnown = isOfType(data, 'site/undo') && (data.direction === 'undo' || data.direction === 'redo')
  return isKnown && typeof data.id === 'string'
}

export function isBlocksWanted(data: unknown): data is BlocksWanted {
  return isOfType(data, 'site/blocksWanted')
}

export function isBlocksShown(data: unknown): data is BlocksShown {
  return isOfType(data, 'site/blocks') && typeof data.id === 'string' && Array.isArray(data.blocks)
}

export function isBlockEdit(data: unknown): data is BlockEdit {
  if (!isOfType(data, 'site/blockEdit') || typeof data.id !== 'string' || typeof data.key !== 'string') return false
  if (data.edit === 'move') return data.below === null || typeof data.below === 'string'
  if (data.edit === 'step') return data.by === -1 || data.by === 1
  return plainEdits.some((edit) => edit === data.edit)
}
