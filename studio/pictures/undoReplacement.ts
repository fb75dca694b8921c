import type {SanityClient, SanityDocument} from 'sanity'
import {isObject} from '../../lib/json.ts'
import type {Path} from '../undo/changes.ts'
import {takeStep} from '../undo/ownSteps.ts'
import type {Replacement} from './pictures.ts'

/** A replacement that was committed. */
export interface Committed {
  transactionId: string
  replacement: Replacement
  /** User id of who did it. */
  author: string
}

/**
 * Takes a replacement back, document by document: a draft that it made goes again, unless somebody has written in it
 * since; elsewhere the picture returns where nobody has changed it since. Returns how many documents stay as they are.
 */
export async function undoReplacement(
  client: SanityClient,
  {transactionId, replacement, author}: Committed,
  canEdit: (document: SanityDocument, path: Path) => boolean,
): Promise<{kept: number}> {
  const made = new Set(replacement.drafts.map(({_id}) => _id))
  let kept = 0
  for (const {id} of replacement.patches) {
    if (made.has(id) && (await removeUntouched(client, id, transactionId))) continue
    const wanted = (step: {id: string}) => step.id === transactionId
    const {done, refused} = await takeStep(client, {id, author, direction: 'undo', wanted, canEdit})
    if (done.length === 0 || refused.length > 0) kept += 1
  }
  return {kept}
}

/** Deletes a draft if its revision is the given one, and returns whether it was. */
async function removeUntouched(client: SanityClient, id: string, revision: string): Promise<boolean> {
  try {
    // Only a patch can name the revision; this one changes nothing.
    const guard = client.patch(id).ifRevisionId(revision).unset(['_none'])
    await client.transaction().patch(guard).delete(id).commit({tag: 'pictures'})
    return true
  } catch (error) {
    if (isObject(error) && error.statusCode === 409) return false
    throw error
  }
}
