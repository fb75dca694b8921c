import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {expect, it, onTestFinished} from 'vitest'
import {askForReview, type ReviewRequest, requestsFor, returnRequest} from './reviewRequests.ts'

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

it('a request that a colleague has answered meanwhile keeps their answer', async () => {
  const lake = await createTestLake({tokens: {write: 'w', read: 'r', admin: 'a'}})
  onTestFinished(() => lake.close())
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-01-01',
    apiHost: lake.url,
    useProjectHostname: false,
    useCdn: false,
    token: 'w',
  })
  await askForReview(client, {documentId: 'page-story', documentType: 'page', person: 'wang', note: ''})
  const [request] = await client.fetch<ReviewRequest[]>('*[_type == "reviewRequest"]', {}, {perspective: 'raw'})
  if (!request) throw new Error('no request')
  await returnRequest(client, request, {answer: 'the figure', answeredBy: 'li'})
  const second = returnRequest(client, request, {answer: 'the title', answeredBy: 'zhou'})
  await expect(second).rejects.toMatchObject({statusCode: 409})
  expect(await client.getDocument(request._id)).toMatchObject({answer: 'the figure', answeredBy: 'li'})
})
