import {createServer} from 'node:http'
import {afterEach, expect, it} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {catchUp} from './catchUp.ts'
import {readWebhook} from './readWebhook.ts'

const secret = 'a secret of the test'
let close = () => {}

afterEach(() => close())

it('asks itself again and again while the content API is away, and stops once the pages are compared', async () => {
  const statuses = [...Array.from({length: 20}, () => 503), 200, 500]
  const accepted: boolean[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const headers = {
      'content-type': String(request.headers['content-type']),
      'sanity-webhook-signature': String(request.headers['sanity-webhook-signature']),
    }
    accepted.push(
      (await readWebhook(new Request('http://localhost/', {method: 'POST', body, headers}), secret)).accepted,
    )
    response.writeHead(statuses.shift() ?? 500).end()
  })
  const port = await listen(server)
  close = () => server.close()
  const waits: number[] = []
  await catchUp({PORT: String(port), SANITY_WEBHOOK_SECRET: secret}, async (time) => {
    waits.push(time)
  })
  expect(accepted).toEqual(Array.from({length: 21}, () => true))
  expect(Math.max(...waits)).toBe(5000)
  expect(statuses).toEqual([500])
})
