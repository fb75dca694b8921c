import {ClientError, type MutationEvent, type SanityClient} from '@sanity/client'
import {type ContentDocument, isDraftId, publishedId} from '../../sanity/health/contentDocuments.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'
import {useLiveQuery} from '../lake/useLiveQuery.ts'

/** Somebody's request that a document's draft be reviewed and published. */
export interface ReviewRequest {
  _id: string
  _rev: string
  documentId: string
  documentType: string
  requestedBy: string
  note: string
  /** Returned ones have an answer. */
  state: 'asked' | 'returned'
  answer?: string
  answeredBy?: string
  _updatedAt: string
}

export interface OpenRequest extends ReviewRequest {
  draft: ContentDocument
  /** What visitors see until the draft is published. Null: nothing yet. */
  published: (ContentDocument & {_updatedAt: string}) | null
}

/**
 * The id has a dot, so that no visitor reads it in the public dataset, and names the person, so that everybody has one of
 * their own. Grants in `lakeRoles.ts` rely on it.
 */
const requestId = (documentId: string, person: string): string => `review.${publishedId(documentId)}.${person}`

/** Requests whose draft is there. It may be another one by now: publishing takes a draft away. */
const withDraft = `{
  ...,
  "draft": *[_id == "drafts." + ^.documentId][0],
  "published": *[_id == ^.documentId][0]
}[defined(draft)]`
const query = `*[_type == "reviewRequest" && _id in path("review.**")]${withDraft} | order(_updatedAt desc)[0...200]`

/** Requests whose draft was published, which stays so: by id and revision. */
const settled = new Set<string>()

/** Leaves out the requests whose draft was published since. */
async function withoutSettled(client: SanityClient, found: OpenRequest[]): Promise<OpenRequest[]> {
  const isOpen = await Promise.all(
    found.map(async (request) => {
      const version = request._id + request._rev
      if (!settled.has(version) && (await wasPublished(client, request))) settled.add(version)
      return !settled.has(version)
    }),
  )
  return found.filter((_, index) => isOpen[index])
}

interface DocumentEvent {
  type: string
  timestamp: string
  versionId?: string
}

/** Returns whether the draft of a request was published after it, and not a release or what a program wrote beside it. */
async function wasPublished(client: SanityClient, {documentId, draft, published, _updatedAt}: OpenRequest) {
  if (!published || published._updatedAt <= _updatedAt) return false
  const url = `/data/history/${client.config().dataset}/events/documents/${documentId}`
  try {
    const answer = await client.request<{events: Record<string, DocumentEvent[]>}>({url, query: {limit: '100'}})
    return (answer.events[documentId] ?? []).some(
      ({type, versionId = '', timestamp}) =>
        type === 'publishDocumentVersion' && isDraftId(versionId) && Date.parse(timestamp) > Date.parse(_updatedAt),
    )
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    // Without the right to read the history: a draft that is younger than what was published was most likely begun after it.
    return String(draft._updatedAt) >= published._updatedAt
  }
}

/** Not what is being typed. */
const isWatched = ({documentId, transition}: MutationEvent) => !isDraftId(documentId) || transition !== 'update'

/** The open requests, again whenever one changes, something is published, or a draft is begun or discarded. */
export function useReviewRequests(): {requests: OpenRequest[] | undefined; problem?: string | undefined} {
  const {result, problem} = useLiveQuery({
    query,
    complete: withoutSettled,
    watched: '*',
    isWatched,
    tag: 'reviews',
    pause: 500,
  })
  return {requests: result, problem}
}

interface Reader {
  id: string
  roles: readonly {name: string}[]
}

/** Returns the requests that somebody may answer, as they can publish such documents, and this person's own. */
export function requestsFor<Request extends ReviewRequest>(
  reader: Reader | null,
  requests: readonly Request[],
): {toAnswer: Request[]; own: Request[]} {
  const isOwn = ({requestedBy}: Request) => requestedBy === reader?.id
  const mayPublish = ({documentType}: Request) => hasAbility(reader, documentType === 'claim' ? 'claims' : 'publish')
  return {
    toAnswer: requests.filter((request) => request.state === 'asked' && !isOwn(request) && mayPublish(request)),
    own: requests.filter(isOwn),
  }
}

interface Asked {
  documentId: string
  documentType: string
  person: string
  note: string
  /** The person's open request for the document, as they have seen it. */
  former: ReviewRequest | undefined
}

/**
 * @throws with the status 409 if somebody has answered the former request meanwhile, or one that the form has not loaded: nobody
 * would read that answer.
 */
export async function askForReview(client: SanityClient, {person, note, former, ...document}: Asked): Promise<void> {
  const _id = requestId(document.documentId, person)
  const documentId = publishedId(document.documentId)
  const fields = {...document, documentId, requestedBy: person, note, state: 'asked'}
  const known = former ?? (await readUnseen(client, _id))
  await (known
    ? client.patch(_id, {ifRevisionID: known._rev, set: fields, unset: ['answer', 'answeredBy']}).commit()
    : client.create({_id, _type: 'reviewRequest', ...fields}))
}

/** Reads a request that the person may ask again without having seen it. */
async function readUnseen(client: SanityClient, id: string): Promise<ReviewRequest | undefined> {
  const request = await client.getDocument<ReviewRequest>(id)
  if (request?.state !== 'returned') return request
  const found = await client.fetch<OpenRequest[]>(`*[_id == $id]${withDraft}`, {id}, {perspective: 'raw'})
  const [open] = await withoutSettled(client, found)
  if (open) throw Object.assign(new Error('Somebody has returned the request.'), {statusCode: 409})
  return request
}

/** @throws if somebody has answered or changed the request meanwhile. */
export async function returnRequest(
  client: SanityClient,
  {_id, _rev}: ReviewRequest,
  answer: {answer: string; answeredBy: string},
): Promise<void> {
  await client
    .patch(_id, {set: {state: 'returned', ...answer}})
    .ifRevisionId(_rev)
    .commit()
}

/** @throws if somebody has answered the request meanwhile: nobody would read that answer. */
export async function withdrawRequest(client: SanityClient, {_id, _rev}: ReviewRequest): Promise<void> {
  // Only a patch can name the revision. A former answer is not the person's to write.
  const guard = client.patch(_id).ifRevisionId(_rev).unset(['answer', 'answeredBy'])
  await client.transaction().patch(guard).delete(_id).commit()
}
