import {NextRequest} from 'next/server'
import {expect, it} from 'vitest'
import {readWebhook} from '../server/revalidation/readWebhook.ts'
import {signWebhook} from './webhookSignature.ts'

it('what the site signs for itself, it accepts', async () => {
  const {body, signature} = await signWebhook('{"_id":"start","_type":"start"}', 'secret', 1_760_000_000_000)
  const request = new NextRequest('http://localhost/', {
    method: 'POST',
    body,
    headers: {'sanity-webhook-signature': signature, 'content-type': 'application/json'},
  })
  expect(await readWebhook(request, 'secret', 1_760_000_000_000)).toMatchObject({
    accepted: true,
    change: {_id: 'start'},
  })
})
