import type {SanityClient, SanityDocument} from 'sanity'
import {type ContentDocument, publishedId} from '../../sanity/health/contentDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {isConflict} from '../lake/reasonOf.ts'
import {retryConflicts} from '../lake/retryConflicts.ts'
import type {Path} from '../undo/changes.ts'
import {takeStep} from '../undo/ownSteps.ts'
import {type Picture, type Replacement, releasesIn, replacePicture} from './pictures.ts'

/** A replacement that was committed: the drafts and versions that it changed. */
export interface Committed {
  documents: {id: string; transactionId: string; base: Base | undefined}[]
}

/** What is published, of which a draft was made. */
interface Base {
  id: string
  revision: unknown
}

/**
 * Puts one picture wherever another stands, in one transaction. What is replaced is read from the content lake first: the
 * Studio's own list of documents is up to half a second behind. Reads again if somebody writes at the same moment, and makes drafts
 * anew of what somebody has published at that moment: published as they are, they would take it back.
 *
 * @throws if nothing shows the picture, a release that would change has a date, or the lake refuses. Nothing is changed then.
 */
export async function commitReplacement(client: SanityClient, from: Picture, to: Picture): Promise<Committed> {
  let documents = await retryConflicts(() => commitOnce(client, from, to))
  if (documents.length === 0) throw new Error(label('已经没有地方用它了。', 'It is not used any more.'))
  try {
    for (;;) {
      const outdated = await removeOutdated(client, documents)
      if (outdated.size === 0) break
      documents = documents.filter(({id}) => !outdated.has(id))
      documents = [...documents, ...(await retryConflicts(() => commitOnce(client, from, to)))]
    }
  } catch {
    // The pictures are replaced, and that can be undone.
  }
  return {documents}
}

async function commitOnce(client: SanityClient, from: Picture, to: Picture): Promise<Committed['documents']> {
  const found = await documentsShowing(client, from)
  const replacement = replacePicture(found, from, to)
  if (replacement.patches.length === 0) return []
  const locked = await lockedReleases(client, replacement)
  if (locked.length > 0) throw new Error(lockedMessage(locked))
  const transaction = client.transaction()
  for (const draft of replacement.drafts) transaction.create(draft)
  for (const {id, revision, set, unset} of replacement.patches) {
    const patch = client.patch(id).set(set).unset(unset)
    transaction.patch(revision ? patch.ifRevisionId(revision) : patch)
  }
  const {transactionId} = await transaction.commit({tag: 'pictures'})
  const made = new Set(replacement.drafts.map(({_id}) => _id))
  const baseOf = (draftId: string): Base => {
    const id = publishedId(draftId)
    return {id, revision: found.find(({_id}) => _id === id)?._rev}
  }
  return replacement.patches.map(({id}) => ({id, transactionId, base: made.has(id) ? baseOf(id) : undefined}))
}

/** Removes drafts that were made of what is no longer published, unless somebody has written in them since. Returns their ids. */
async function removeOutdated(client: SanityClient, documents: Committed['documents']): Promise<Set<string>> {
  const ids = documents.flatMap(({base}) => (base ? [base.id] : []))
  const query = '*[_id in $ids]{_id, _rev}'
  const now = await client.fetch<{_id: string; _rev: string}[]>(query, {ids}, {perspective: 'raw', tag: 'pictures'})
  const revisions = new Map(now.map(({_id, _rev}) => [_id, _rev]))
  const removed = new Set<string>()
  for (const {id, transactionId, base} of documents) {
    if (!base || revisions.get(base.id) === base.revision) continue
    if (await removeUntouched(client, id, transactionId)) removed.add(id)
  }
  return removed
}

/** Reads the documents that show a picture, and all drafts, which tell whether a published document has one. */
function documentsShowing(client: SanityClient, {id}: Picture): Promise<ContentDocument[]> {
  const query = '*[references($id) || _id in path("drafts.**")]'
  return client.fetch(query, {id}, {perspective: 'raw', tag: 'pictures'})
}

/** Releases with a date are locked until the date is taken back. */
async function lockedReleases(client: SanityClient, changes: Replacement): Promise<string[]> {
  const query = 'releases::all()[state in ["scheduled", "scheduling", "publishing"]]{_id, "title": metadata.title}'
  const releases = await client.fetch<{_id: string; title: string | null}[]>(query, {}, {perspective: 'raw'})
  const locked = new Set(
    releasesIn(
      changes,
      releases.map(({_id}) => _id),
    ),
  )
  return releases.flatMap(({_id, title}) => (locked.has(_id) ? [title || _id] : []))
}

const lockedMessage = (titles: readonly string[]) =>
  label(
    `定时发布的计划不能改：${titles.join('、')}。先取消它的定时，换好再定。`,
    `A scheduled release cannot be changed: ${titles.join(', ')}. Unschedule it first, and schedule it again afterwards.`,
  )

/**
 * Takes a replacement back, document by document: a draft that it made goes again, unless somebody has written in it
 * since; elsewhere the picture returns where nobody has changed it since. Returns how many documents stay as they are.
 */
export async function undoReplacement(
  client: SanityClient,
  {documents}: Committed,
  /** User id of who did it. */
  author: string,
  canEdit: (document: SanityDocument, path: Path) => boolean,
): Promise<{kept: number}> {
  let kept = 0
  for (const {id, transactionId, base} of documents) {
    if (base && (await removeUntouched(client, id, transactionId))) continue
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
    if (isConflict(error)) return false
    throw error
  }
}
