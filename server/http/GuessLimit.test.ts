import {IncomingMessage, ServerResponse} from 'node:http'
import {Socket} from 'node:net'
import {expect, it} from 'vitest'
import {GuessLimit} from './GuessLimit.ts'

/** Sends requests to a limit; each is answered with a status at once, or with none if its client hangs up. */
function visitor(limit: GuessLimit, address: string, url = '/h5/api/enquiries/search') {
  return (status: number | undefined, times = 1) =>
    Array.from({length: times}, () => {
      const request = Object.assign(new IncomingMessage(new Socket()), {url, headers: {'x-forwarded-for': address}})
      const response = new ServerResponse(request)
      const isAdmitted = limit.admit(request, response)
      if (status !== undefined) response.writeHead(status).end()
      response.emit('close')
      return isAdmitted
    }).filter(Boolean).length
}

it.each([
  ['wrong credentials', 401],
  ['keys that open nothing', 410],
  ['what the content API does not answer', 503],
  ['requests that are not waited for', undefined],
])('an address has sixty tries a minute: %s', (_, status) => {
  let now = 1
  const limit = new GuessLimit(() => now)
  const send = visitor(limit, '203.0.113.9')
  expect(send(status, 1000)).toBe(60)
  expect([send(200), visitor(limit, '203.0.113.10')(200)]).toEqual([0, 1])
  now = 60_002
  expect(send(status, 1000)).toBe(60)
})

it('good credentials are not counted, nor is anything else', () => {
  const limit = new GuessLimit(() => 1)
  for (const status of [200, 204, 403, 404, 409]) expect(visitor(limit, '203.0.113.9')(status, 200)).toBe(200)
  for (const url of ['/h5', '/h5/api/contact', '/h5/api/draft-mode/events', '/h5/api/revalidate'])
    expect(visitor(limit, '203.0.113.9', url)(401, 200)).toBe(200)
})

it('the entrances of previews share the tries, and all addresses of an IPv6 network, however many at once', () => {
  const limit = new GuessLimit(() => 1)
  const urls = [
    '/h5/api/draft-mode/enable?sanity-preview-secret=x',
    '/h5/api/draft-mode/link?key=x',
    '/h5/api/enquiries/1',
  ]
  const tried = Array.from({length: 100}, (_, index) => visitor(limit, `2001:db8::${index + 1}`, urls[index % 3])(401))
  expect(tried.filter(Boolean)).toHaveLength(60)
})
