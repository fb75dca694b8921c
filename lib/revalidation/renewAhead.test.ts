import {afterEach, expect, it, vi} from 'vitest'
import {renewAhead} from './renewAhead.ts'
import {beginTurn} from './turns.ts'

const webhook = {body: '{"_id":"page-about"}', signature: 't=1,v1=x'}
const origin = 'http://127.0.0.1:3000'

/** The site as it answers itself; returns what it was asked, in order. */
function answer(status: number): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${url.replace(origin, '')}`)
    return Promise.resolve(new Response('', {status}))
  })
  return asked
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('marks the page of the document and then asks for it in both languages', async () => {
  const asked = answer(200)
  expect(await renewAhead('page-about', webhook, origin)).toEqual(['/about'])
  expect(asked).toEqual(['POST /h5/api/revalidate?ahead=/about', 'GET /h5/about', 'GET /h5/en/about'])
})

it('leaves a document that is no page to the comparison of all pages', async () => {
  const asked = answer(200)
  expect(await renewAhead('claim-a', webhook, origin)).toEqual([])
  expect(asked).toEqual([])
})

it('leaves to that comparison, too, what could not be marked', async () => {
  answer(500)
  expect(await renewAhead('page-about', webhook, origin)).toEqual([])
  vi.stubGlobal('fetch', () => Promise.reject(new Error('refused')))
  expect(await renewAhead('page-about', webhook, origin)).toEqual([])
})

it('holds up nobody while one publish follows another', async () => {
  const asked = answer(200)
  beginTurn(['/about'])
  expect(await renewAhead('page-about', webhook, origin)).toEqual([])
  expect(asked).toEqual([])
})
