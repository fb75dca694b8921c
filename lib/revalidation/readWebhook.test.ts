import {NextRequest} from 'next/server'
import {describe, expect, it} from 'vitest'
import {readWebhook} from './readWebhook.ts'
import {signWebhook} from './signWebhook.ts'

const secret = 'a secret of the test'
const change = JSON.stringify({_id: 'page-about', _type: 'page', _rev: 'r1', operation: 'update'})

const sign = (body: string, key = secret) => signWebhook(body, key, 1_760_000_000_000).signature

const request = (body: string, signature?: string) =>
  new NextRequest('http://localhost/h5/api/revalidate', {
    method: 'POST',
    body,
    headers: signature === undefined ? {} : {'sanity-webhook-signature': signature},
  })

describe('a webhook', () => {
  it('is accepted with the right signature', async () => {
    expect(await readWebhook(request(change, sign(change)), secret)).toEqual({
      accepted: true,
      change: JSON.parse(change),
    })
  })

  it.each([
    ['without a signature', request(change), secret],
    ['with an empty signature', request(change, ''), secret],
    ['with a signature of another secret', request(change, sign(change, 'another')), secret],
    ['with a signature of another body', request(change, sign('{}')), secret],
    ['with something else in the header', request(change, 'v1=nonsense'), secret],
    ['when the site has no secret', request(change, sign(change)), undefined],
    ['when the site’s secret is empty', request(change, sign(change, '')), ''],
  ])('is refused %s', async (_case, given, key) => {
    expect(await readWebhook(given, key)).toMatchObject({accepted: false, status: 401})
  })

  it.each(['{"_id": 1}', '[]', 'null'])('that is signed but says nothing usable is a bad request: %s', async (body) => {
    expect(await readWebhook(request(body, sign(body)), secret)).toMatchObject({accepted: false, status: 400})
  })
})
