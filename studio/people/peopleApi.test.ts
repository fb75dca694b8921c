import {ClientError, createClient} from '@sanity/client'
import {expect, test, vi} from 'vitest'
import {errorMessage, peopleApi, problemOf} from './peopleApi.ts'

const client = createClient({projectId: 'x', dataset: 'x', useCdn: false, apiVersion: '1'})
const request = vi.spyOn(client, 'request')
const withdraw = vi.spyOn(client, 'delete')

const withdrawn = {transactionId: '', documentIds: [], results: []}
const refusal = (statusCode: number, body: object = {}) =>
  new ClientError({body, url: '', method: 'DELETE', headers: {}, statusCode, statusMessage: ''})

test('whom the lake does not remove keeps the links to previews', async () => {
  withdraw.mockReset().mockResolvedValue(withdrawn)
  request.mockReset().mockRejectedValue(refusal(403, {error: {type: 'confirmationNeeded', description: ''}}))
  const failure = await peopleApi(client)
    .remove('wang')
    .catch((error: unknown) => error)
  expect(problemOf(failure)).toBe('confirmationNeeded')
  expect(withdraw).not.toHaveBeenCalled()
})

test('links that stay behind are reported, and removing the person again withdraws them', async () => {
  request.mockReset().mockResolvedValueOnce({}).mockRejectedValueOnce(refusal(404))
  withdraw.mockReset().mockRejectedValueOnce(new Error('Failed to fetch')).mockResolvedValueOnce(withdrawn)
  const api = peopleApi(client)
  const failure = await api.remove('wang').catch((error: unknown) => error)
  expect(errorMessage(failure)).toMatch(/预览链接还有效.*preview links still work/)
  await api.remove('wang')
  expect(withdraw).toHaveBeenCalledTimes(2)
})

test('a change of a name leaves alone what another administrator may have changed meanwhile', async () => {
  request.mockReset().mockResolvedValue({})
  const before = {id: 'wang', name: 'Wang', email: null, roles: ['marketer', 'administrator']}
  const {change} = peopleApi(client)
  await change(before, {...before, name: 'Wang Fang', email: '', roles: ['administrator', 'marketer']})
  await change(before, {...before, email: 'wang@example.com', roles: ['marketer']})
  expect(request.mock.calls.map(([options]) => options.body)).toEqual([
    {name: 'Wang Fang'},
    {email: 'wang@example.com', roles: ['marketer']},
  ])
})

test('who may not manage people is told whom to ask', () => {
  expect(errorMessage(refusal(403))).toMatch(/请管理员帮忙.*Ask an administrator/)
})

test('somebody whom another administrator has just removed is not to be tried again', () => {
  expect(errorMessage(refusal(404))).toMatch(/刚被别的管理员移除.*has just removed/)
})
