import {type FormPatch, insert, type SanityClient, type SanityDocument, toMutationPatches, unset} from 'sanity'
import {isObject} from '../../lib/json.ts'
import type {BlockEdit} from '../../lib/previewMessages.ts'
import {draftOf, isDraftId, publishedId} from '../../sanity/health/contentDocuments.ts'
import {retryConflicts} from '../lake/retryConflicts.ts'
import {commitPatches} from '../undo/ownSteps.ts'

/** A block of a page. */
export interface Block {
  [field: string]: unknown
  _key: string
  _type: string
}

/** Returns the blocks of a page, those that are whole enough to have a kind. */
export function blocksOf(page: SanityDocument | null | undefined): Block[] {
  return Array.isArray(page?.blocks) ? page.blocks.filter(isBlock) : []
}

function isBlock(value: unknown): value is Block {
  return isObject(value) && typeof value._key === 'string' && typeof value._type === 'string'
}

const pathOf = (key: string) => ['blocks', {_key: key}]

/** Returns the patch that removes a block. */
export const removal = (key: string): FormPatch => unset(pathOf(key))

/** Returns the patches that move a block. None if there is nothing to do, as for a block that is gone. */
export function patchesFor(blocks: readonly Block[], edit: BlockEdit): FormPatch[] {
  const index = blocks.findIndex(({_key}) => _key === edit.key)
  const block = blocks[index]
  if (!block) return []
  if (edit.edit === 'step') {
    const neighbour = blocks[index + edit.by]
    return neighbour
      ? [unset(pathOf(edit.key)), insert([block], edit.by < 0 ? 'before' : 'after', pathOf(neighbour._key))]
      : []
  }
  if (edit.edit !== 'move') return []
  if (edit.below === edit.key || edit.below === (blocks[index - 1]?._key ?? null)) return []
  const first = blocks.find((other) => other !== block)
  if (edit.below === null) {
    return first ? [unset(pathOf(edit.key)), insert([block], 'before', pathOf(first._key))] : []
  }
  if (!blocks.some(({_key}) => _key === edit.below)) return []
  return [unset(pathOf(edit.key)), insert([block], 'after', pathOf(edit.below))]
}

/**
 * Moves a block of a draft or a version as the content lake has it at that moment: a move takes the block out and puts it in
 * elsewhere, and one that this tab remembers would take back what a colleague has just written in it.
 */
export async function moveBlock(client: SanityClient, id: string, edit: BlockEdit): Promise<void> {
  await retryConflicts(async () => {
    const draft = await client.getDocument<SanityDocument>(id)
    if (draft) return commitPatches(client, draft, toMutationPatches(patchesFor(blocksOf(draft), edit)))
    const published = isDraftId(id) && (await client.getDocument<SanityDocument>(publishedId(id)))
    const patches = published ? toMutationPatches(patchesFor(blocksOf(published), edit)) : []
    if (!published || patches.length === 0) return
    // Refused if a colleague begins the draft meanwhile.
    const mutations = [{create: draftOf(published)}, ...patches.map((patch) => ({patch: {id, ...patch}}))]
    await client.mutate(mutations, {transactionId: crypto.randomUUID(), tag: 'document.commit', returnDocuments: false})
  })
}

/** Returns the patch that adds a block below another one. */
export function insertBelow(key: string, block: Block): FormPatch {
  return insert([block], 'after', pathOf(key))
}

/** Returns a copy of a block. Within it keys stay: links in running text refer to them. */
export function copyOf(block: Block): Block {
  return {...block, _key: newBlockKey()}
}

/** A key that no other item has. */
export function newBlockKey(): string {
  return crypto.randomUUID().slice(0, 12)
}
