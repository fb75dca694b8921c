import type {SanityClient} from '@sanity/client'
import {type ContentDocument, documentTitle, objectsIn} from '../../sanity/health/contentDocuments.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'

export interface Publication {
  time: string
  author: string
  documentId: string
  documentType: string
  kind: 'published' | 'changed' | 'removed'
  /** `direct`: without a draft, as by an import or a program. */
  cause: 'draft' | 'release' | 'direct'
  /** The release, as it was then; missing for those who may not read it. */
  release?: {name: string; title: string; isScheduledDraft: boolean; isTimed: boolean}
}

export interface PublicationFilter {
  /** A person's id; empty for all. */
  author: string
  /** Days, `2026-11-23`, in the editor's time zone; empty for no limit. Both are included. */
  from: string
  to: string
}

export interface PublicationsPage {
  publications: Publication[]
  nextCursor?: string
}

/** Keeps addresses short. */
const idsPerRequest = 50

/** Client of the lake's record of what became public. */
export function publicationsApi(client: SanityClient) {
  const {projectId = '', dataset = ''} = client.config()
  const load = (filter: PublicationFilter, cursor?: string, limit = 50): Promise<PublicationsPage> =>
    client.request({
      url: `/data/history/${dataset}/publications`,
      query: {...conditionsOf(filter), limit: String(limit), ...(cursor && {cursor})},
    })
  /** The last states of documents that were deleted; without those whose history this person may not read. */
  const lastStates = async (ids: readonly string[]): Promise<ContentDocument[]> => {
    const found: ContentDocument[] = []
    for (let at = 0; at < ids.length; at += idsPerRequest) {
      const some = ids.slice(at, at + idsPerRequest).map(encodeURIComponent)
      const url = `/data/history/${dataset}/documents/${some.join(',')}`
      const query = {lastRevision: 'true'}
      // Without them the rows have ids, which is enough.
      const answer = await client.request<{documents: ContentDocument[]}>({url, query}).catch(() => undefined)
      found.push(...(answer?.documents ?? []))
    }
    return found
  }

  /** Ids that a document refers to strongly and that are gone. */
  const missingTargets = async (document: ContentDocument): Promise<string[]> => {
    const references = objectsIn(document).filter(({value}) => value._weak !== true)
    const ids = new Set(references.flatMap(({value: {_ref}}) => (typeof _ref === 'string' ? [_ref] : [])))
    const present = new Set(await client.fetch<string[]>('*[_id in $ids]._id', {ids: [...ids]}, {perspective: 'raw'}))
    return [...ids].filter((id) => !present.has(id))
  }

  return {
    load,
    /** Everything that a filter finds. */
    loadAll: async (filter: PublicationFilter): Promise<Publication[]> => {
      const found: Publication[] = []
      let page = await load(filter, undefined, 1000)
      for (found.push(...page.publications); page.nextCursor; found.push(...page.publications)) {
        page = await load(filter, page.nextCursor, 1000)
      }
      return found
    },
    lastStates,
    /**
     * Makes a draft of what a deleted document was at last. Rejects if its history cannot be read, something that it cannot be
     * without is gone, too, or the draft cannot be written.
     */
    bringBack: async (id: string): Promise<void> => {
      const [last] = await lastStates([id])
      if (!last) throw new Error(label('读不到它以前的内容。', 'What it said before cannot be read.'))
      const missing = await missingTargets(last)
      if (missing.length > 0) throw new Error(restoreFirst(missing, await lastStates(missing)))
      await client.createIfNotExists({...last, _id: `drafts.${id}`})
    },
    /** The ids of everybody who may sign in. */
    members: async (): Promise<string[]> => {
      const {members} = await client.request<{members: {id: string}[]}>({url: `/projects/${projectId}`})
      return members.map(({id}) => id)
    },
  }
}

/** Says what is to be brought back before a document that refers to it. */
function restoreFirst(ids: readonly string[], states: readonly ContentDocument[]): string {
  const names = ids.map((id) => {
    const state = states.find(({_id}) => _id === id)
    return state ? documentTitle(state, editorLocale()) : id
  })
  return label(
    `它引用的内容也删除了。请先在这里恢复并发布：${names.map((name) => `“${name}”`).join('、')}，再恢复它。`,
    `What it refers to was deleted, too. Bring this back here and publish it first: ${names.map((name) => `“${name}”`).join(', ')}.`,
  )
}

function conditionsOf({author, from, to}: PublicationFilter) {
  return {
    ...(author && {authors: author}),
    ...(from && {fromTime: new Date(`${from}T00:00:00`).toISOString()}),
    ...(to && {toTime: new Date(`${to}T23:59:59.999`).toISOString()}),
  }
}
