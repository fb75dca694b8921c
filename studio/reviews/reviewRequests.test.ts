import {createClient, type MutationEvent, type SanityClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {createElement} from 'react'
import {renderToStaticMarkup} from 'react-dom/server'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {
  askForReview,
  type ReviewRequest,
  requestsFor,
  returnRequest,
  useReviewRequests,
  withdrawRequest,
} from './reviewRequests.ts'

function Reader() {
  useReviewRequests()
  return null
}

interface Live {
  query: string
  complete: (client: SanityClient, result: ReviewRequest[]) => Promise<ReviewRequest[]>
  watched: string
  isWatched: (change: MutationEvent) => boolean
}
const live = vi.hoisted(
  () => ({}) as Pick<Live, 'watched' | 'isWatched'> & {read: (client: SanityClient) => Promise<ReviewRequest[]>},
)
vi.mock('../lake/useLiveQuery.ts', () => ({
  useLiveQuery: ({query, complete, ...watch}: Live) => {
    Object.assign(live, watch)
    live.read = async (client) => complete(client, await client.fetch(query))
    return {}
  },
}))

const request = (documentType: string, requestedBy: string, state: 'asked' | 'returned'): ReviewRequest => ({
  _id: `review.${documentType}.${requestedBy}`,
  _rev: '',
  documentId: documentType,
  documentType,
  requestedBy,
  note: '',
  state,
  _updatedAt: '',
})
const requests = [
  request('page', 'chen', 'asked'),
  request('page', 'zhao', 'returned'),
  request('claim', 'chen', 'asked'),
  request('claim', 'li', 'returned'),
  request('claim', 'wang', 'asked'),
]

it.each([
  ['marketer', 'li', ['review.page.chen'], ['review.claim.li']],
  ['reviewer', 'wang', ['review.page.chen', 'review.claim.chen'], ['review.claim.wang']],
  ['developer', 'liu', ['review.page.chen'], []],
  ['contributor', 'chen', [], ['review.page.chen', 'review.claim.chen']],
])('a %s answers what they may publish, and sees what became of their own', (name, id, toAnswer, own) => {
  const found = requestsFor({id, roles: [{name}]}, requests)
  expect([found.toAnswer, found.own].map((list) => list.map(({_id}) => _id))).toEqual([toAnswer, own])
})

it('nobody has requests before it is known who is signed in', () => {
  expect(requestsFor(null, requests)).toEqual({toAnswer: [], own: []})
})

describe('an open request', () => {
  const documentId = 'page-about'
  const draftId = `drafts.${documentId}`
  const versionId = `versions.spring.${documentId}`
  const ask = (client: SanityClient) =>
    askForReview(client, {documentId, documentType: 'page', person: 'chen', note: '', former: undefined})
  const publish = (client: SanityClient) =>
    client.action({actionType: 'sanity.action.document.publish', draftId, publishedId: documentId})
  const edit = (client: SanityClient, title: string) =>
    client.action({
      actionType: 'sanity.action.document.edit',
      draftId,
      publishedId: documentId,
      patch: {set: {title}},
    })
  const release = async (client: SanityClient) => {
    const releaseId = 'spring'
    await client.action({actionType: 'sanity.action.release.create', releaseId, metadata: {releaseType: 'asap'}})
    await client.create({_id: versionId, _type: 'page', title: 'of the release'})
    await client.action({actionType: 'sanity.action.release.publish', releaseId})
  }
  const write = (client: SanityClient) =>
    client.createOrReplace({_id: documentId, _type: 'page', title: 'of a migration'})
  const discard = (client: SanityClient) => client.delete(draftId)

  /** The documents with an open request, once a draft was made, its review requested, and so much more done. */
  async function openAfter(...steps: ((client: SanityClient) => Promise<unknown>)[]): Promise<string[]> {
    const lake = await createTestLake({seed: [{_id: documentId, _type: 'page', title: 'of before'}]})
    onTestFinished(() => lake.close())
    const client = createClient(lake.clientConfig)
    await edit(client, 'of the draft')
    await ask(client)
    for (const step of steps) {
      // Two writes within a millisecond have the same time.
      const start = Date.now()
      await vi.waitUntil(() => Date.now() > start, {interval: 1})
      await step(client)
    }
    renderToStaticMarkup(createElement(Reader))
    return (await live.read(client)).map((found) => found.documentId)
  }

  it.each([
    ['is one whose draft waits', []],
    ['is one whose draft is edited further', [(client: SanityClient) => edit(client, 'more')]],
    ['stays one when a release publishes another version', [release]],
    ['stays one when its draft is edited after that', [release, (client: SanityClient) => edit(client, 'more')]],
    ['stays one when a program writes the published document', [write]],
    ['stays one when the document is deleted in public', [(client: SanityClient) => client.delete(documentId)]],
  ])('%s', async (_, steps) => {
    expect(await openAfter(...steps)).toEqual([documentId])
  })

  it.each([
    ['published', [publish]],
    ['discarded', [discard]],
    ['published and a new one is begun', [publish, (client: SanityClient) => edit(client, 'new')]],
    [
      'published, a new one is begun, and a release publishes beside it',
      [publish, (client: SanityClient) => edit(client, 'new'), release],
    ],
  ])('is none any more once its draft is %s', async (_, steps) => {
    expect(await openAfter(...steps)).toEqual([])
  })

  it('is looked at again when its draft is begun, published or discarded, not at every letter', async () => {
    const lake = await createTestLake({seed: [{_id: documentId, _type: 'page', title: 'of before'}]})
    onTestFinished(() => lake.close())
    const client = createClient(lake.clientConfig)
    renderToStaticMarkup(createElement(Reader))
    const changes: boolean[] = []
    const listening = client.listen(live.watched, {}, {events: ['welcome', 'mutation'], includeAllVersions: true})
    const opened = Promise.withResolvers<unknown>()
    const subscription = listening.subscribe((event) => {
      if (event.type === 'mutation') changes.push(live.isWatched(event))
      else opened.resolve(event)
    })
    onTestFinished(() => subscription.unsubscribe())
    await opened.promise
    await edit(client, 'a')
    await edit(client, 'ab')
    await discard(client)
    await expect.poll(() => changes).toEqual([true, false, true])
  })

  it('is found below hundreds of newer ones that are settled', async () => {
    const settle = async (client: SanityClient) => {
      const transaction = client.transaction()
      for (let index = 0; index < 250; index += 1) {
        const other = `page-${index}`
        transaction.create({
          _id: `review.${other}.chen`,
          _type: 'reviewRequest',
          documentId: other,
          documentType: 'page',
          requestedBy: 'chen',
          note: '',
          state: 'asked',
        })
      }
      await transaction.commit()
    }
    expect(await openAfter(settle)).toEqual([documentId])
  })
})

it('a return that the form has not loaded yet is not overwritten by asking again', async () => {
  const lake = await createTestLake({seed: [{_id: 'drafts.page-story', _type: 'page'}]})
  onTestFinished(() => lake.close())
  const client = createClient(lake.clientConfig)
  const asked = {documentId: 'page-story', documentType: 'page', person: 'wang', note: '', former: undefined}
  const kept = () => client.getDocument<ReviewRequest>('review.page-story.wang')
  await askForReview(client, asked)
  await askForReview(client, {...asked, note: 'please'})
  const request = await kept()
  if (!request) throw new Error('no request')
  expect(request).toMatchObject({state: 'asked', note: 'please'})
  await returnRequest(client, request, {answer: 'the figure', answeredBy: 'li'})
  await expect(askForReview(client, asked)).rejects.toMatchObject({statusCode: 409})
  expect(await kept()).toMatchObject({state: 'returned', answer: 'the figure'})
  // Answered, and over: nobody waits for a next word on it.
  const ids = {draftId: 'drafts.page-story', publishedId: 'page-story'}
  await client.action({actionType: 'sanity.action.document.publish', ...ids})
  await client.create({_id: 'drafts.page-story', _type: 'page', title: 'another'})
  await askForReview(client, asked)
  expect(await kept()).toMatchObject({state: 'asked'})
  expect((await kept())?.answer).toBeUndefined()
})

it('a request that a colleague has answered meanwhile keeps their answer', async () => {
  const lake = await createTestLake()
  onTestFinished(() => lake.close())
  const client = createClient(lake.clientConfig)
  const asked = {documentId: 'page-story', documentType: 'page', person: 'wang', note: ''}
  await askForReview(client, {...asked, former: undefined})
  const [request] = await client.fetch<ReviewRequest[]>('*[_type == "reviewRequest"]', {}, {perspective: 'raw'})
  if (!request) throw new Error('no request')
  await returnRequest(client, request, {answer: 'the figure', answeredBy: 'li'})
  const second = returnRequest(client, request, {answer: 'the title', answeredBy: 'zhou'})
  await expect(second).rejects.toMatchObject({statusCode: 409})
  expect(await client.getDocument(request._id)).toMatchObject({answer: 'the figure', answeredBy: 'li'})
  await expect(withdrawRequest(client, request)).rejects.toMatchObject({statusCode: 409})
  const again = {...asked, note: 'please'}
  await expect(askForReview(client, {...again, former: request})).rejects.toMatchObject({statusCode: 409})
  const returned = await client.getDocument<ReviewRequest>(request._id)
  expect(returned).toMatchObject({state: 'returned', answer: 'the figure'})
  await askForReview(client, {...again, former: returned})
  const open = await client.getDocument<ReviewRequest>(request._id)
  expect(open).toMatchObject({state: 'asked', note: 'please'})
  expect(open?.answer).toBeUndefined()
  await withdrawRequest(client, {...request, _rev: open?._rev ?? ''})
  expect(await client.getDocument(request._id)).toBeUndefined()
})
