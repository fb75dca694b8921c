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
