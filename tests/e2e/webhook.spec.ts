import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {type APIRequestContext, expect, test} from '@playwright/test'
import {signatureLife, signWebhook} from '../../lib/webhookSignature.ts'
import {testProduct} from '../support/testProduct.ts'

const path = '/h5/api/revalidate'
const change = JSON.stringify({_id: 'page-about', _type: 'page', operation: 'update'})

async function signed(body = change, time = Date.now()) {
  const secret = readFileSync(join(testProduct.dataDir, 'webhook-secret'), 'utf8').trim()
  const {signature} = await signWebhook(body, secret, time)
  return {data: Buffer.from(body), headers: {'sanity-webhook-signature': signature, 'content-type': 'application/json'}}
}

const statusOf = async (request: APIRequestContext, sent: Awaited<ReturnType<typeof signed>>) =>
  (await request.post(path, sent)).status()

/** Sends as the content API does: again while the site says that the content API does not answer. */
async function acceptedStatus(request: APIRequestContext, sent: Awaited<ReturnType<typeof signed>>): Promise<number> {
  let status = 503
  const send = async () => {
    status = await statusOf(request, sent)
    return status
  }
  await expect.poll(send).not.toBe(503)
  return status
}

test('the webhook accepts signed requests, ignores replays, and takes many at once', async ({request}) => {
  const sent = await signed()
  expect(await acceptedStatus(request, sent)).toBe(200)
  const replayed = await request.post(path, sent)
  expect([replayed.status(), await replayed.json()]).toEqual([200, {revalidated: []}])
  const now = Date.now()
  const many = Array.from({length: 20}, (_, index) =>
    signed(change, now + index).then((sent) => acceptedStatus(request, sent)),
  )
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
})

test('the webhook refuses everything else with a status that says why', async ({request}) => {
  const {data, headers} = await signed()
  const {'sanity-webhook-signature': signature, ...unsigned} = headers
  expect(await request.post(path, {data, headers: unsigned}).then((answer) => answer.status())).toBe(401)
  expect(await statusOf(request, {data: Buffer.from(change.replace('about', 'home')), headers})).toBe(401)
  expect(await statusOf(request, await signed(change, Date.now() - signatureLife - 60_000))).toBe(401)
  expect(await statusOf(request, await signed('{"_id": 1}'))).toBe(400)
  expect(await statusOf(request, await signed(JSON.stringify({_id: 'x'.repeat(70_000), _type: 'page'})))).toBe(413)
  expect(await statusOf(request, {data, headers: {...headers, 'content-type': 'text/plain'}})).toBe(415)
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
    expect((await request.fetch(path, {method, headers: {'sanity-webhook-signature': signature}})).status()).toBe(405)
  }
})
