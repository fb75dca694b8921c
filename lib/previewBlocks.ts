import {isOfType} from './previewFocus.ts'

/**
 * Messages between the Studio's preview and the page in its frame, by which the page shows the blocks in the order of the
 * form, and the form takes what is done to them on the page. Presentation's own menu asks for no sample, speaks English
 * only, and has no key that moves a block.
 */

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
