import {expect, it} from 'vitest'
import {type ReviewRequest, requestsFor} from './reviewRequests.ts'

const request = (documentType: string, requestedBy: string, state: 'asked' | 'returned'): ReviewRequest => ({
  _id: `review.${documentType}.${requestedBy}`,
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
