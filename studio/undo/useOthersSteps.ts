import type {SanityClient} from '@sanity/client'
import {useToast} from '@sanity/ui/toast'
import {useEffect, useRef} from 'react'
import {
  DEFAULT_STUDIO_CLIENT_OPTIONS,
  getPublishedId,
  isDraftId,
  isKeySegment,
  type Path,
  useClient,
  useCurrentUser,
} from 'sanity'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import {stepInto} from '../health/valueAt.ts'
import {userNames} from '../lake/userNames.ts'
import {edits} from '../saving/saving.ts'
import {editedId, readLog, readSteps} from './ownSteps.ts'
import {removes} from './steps.ts'

type Ending = 'published' | 'discarded' | 'deleted' | 'removed'

const sentences: Record<Ending, (name: string) => string> = {
  published: (name) =>
    hint(
      `“${name}”发布了这份草稿，连同您到那时写的。之后写的是新的草稿。`,
      `${name} has published this draft with what you had written by then. What you write now is a new draft.`,
    ),
  discarded: (name) =>
    hint(
      `“${name}”放弃了这份草稿的更改，连同您写的。表单现在是已发布的内容；要用的文字请重新写。`,
      `${name} has discarded the changes of this draft, yours included. The form shows what is published.`,
    ),
  deleted: (name) =>
    hint(`“${name}”删除了这份文档，连同您写的。`, `${name} has deleted the document, with what you had written.`),
  removed: (name) =>
    hint(
      `“${name}”删除了您正在写的这一项，所以它的表单关上了。对方可以用 Ctrl+Z 撤销。`,
      `${name} has removed the item that you were writing in, so its form has closed. They can undo that with Ctrl+Z.`,
    ),
}

/** How long such a notice stays, in milliseconds. */
const NOTICE_MS = 30_000

/** Transactions among whose authors is the one who has just removed an item. */
const RECENT = 20

/** Tells somebody who is editing a document when another person ends the draft or removes the item they are in. */
export function useOthersSteps(document: {_id: string} | undefined, focusPath: Path): void {
  const client = useClient(DEFAULT_STUDIO_CLIENT_OPTIONS)
  const userId = useCurrentUser()?.id
  const toast = useToast()
  const before = useRef({document, focusPath})
  useEffect(() => {
    const {document: former, focusPath: place} = before.current
    before.current = {document, focusPath}
    if (!former || !document || getPublishedId(former._id) !== getPublishedId(document._id)) return
    const id = editedId(former._id)
    const isEnded = isDraftId(former._id) && !isDraftId(document._id)
    const key = removedKey(former, document, place)
    if (!isEnded && key === undefined) return
    const tell = async () => {
      const found = isEnded ? await whoEnded(client, id) : await whoRemoved(client, id, key ?? '', userId)
      if (!found || found.author === userId) return
      const name = (await userNames(client, [found.author])).get(found.author) ?? found.author
      const title = sentences[found.ending](name)
      toast.push({id: 'others-step', status: 'warning', closable: true, duration: NOTICE_MS, title})
    }
    // Without the right to read the history there is no notice; the form shows what is there.
    void tell().catch(() => {})
  }, [client, userId, toast, document, focusPath])
}

interface Found {
  author: string
  ending: Ending
}

/** Returns who ended a draft, and how; undefined if the history does not tell. */
export async function whoEnded(client: SanityClient, id: string): Promise<Found | undefined> {
  const publishedId = getPublishedId(id)
  const last = (await readLog(client, [id, publishedId])).find(({effects}) => effects?.[id])
  if (!last) return undefined
  const {author, effects} = last
  const isThere = await client.getDocument(publishedId)
  if (!isThere) return {author, ending: 'deleted'}
  return {author, ending: effects?.[publishedId] ? 'published' : 'discarded'}
}

/** Returns undefined if it was the person of that id. */
async function whoRemoved(client: SanityClient, id: string, key: string, userId = ''): Promise<Found | undefined> {
  await edits.whenSaved([getPublishedId(id)])
  const authors = new Set((await readLog(client, [id])).slice(0, RECENT).map(({author}) => author))
  for (const author of [userId, ...authors]) {
    const last = (await readSteps(client, id, author)).undo.at(-1)
    if (last && removes(last, key)) return author === userId ? undefined : {author, ending: 'removed'}
  }
  return undefined
}

/** The key of the innermost item on a path that was in a document and is not any more. */
function removedKey(former: object, document: object, path: Path): string | undefined {
  const index = path.findLastIndex(isKeySegment)
  const last = path[index]
  if (last === undefined || !isKeySegment(last)) return undefined
  const item = path.slice(0, index + 1)
  const itemIn = (whole: unknown) => item.reduce<unknown>((value, segment) => stepInto(value, segment), whole)
  return itemIn(former) !== undefined && itemIn(document) === undefined ? last._key : undefined
}
