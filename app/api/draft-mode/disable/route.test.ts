import {expect, test, vi} from 'vitest'
import {source} from '@/sanity/client'
import {POST} from './route'

vi.mock('server-only', () => ({}))

const leave = (headers: Record<string, string>) =>
  POST(new Request(`${source.siteUrl}/h5/api/draft-mode/disable`, {method: 'POST', headers, body: form}))
const form = new URLSearchParams({path: '/en/about'})

test('the button of a preview ends it and leads to the page', async () => {
  const own: Record<string, string>[] = [{}, {origin: source.siteUrl, 'sec-fetch-site': 'same-origin'}]
  for (const headers of own) {
    const response = await leave(headers)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/h5/en/about'])
    expect(response.headers.getSetCookie().length).toBeGreaterThan(0)
  }
})

test('no page of another site ends a preview', async () => {
  const foreign: Record<string, string>[] = [
    {origin: 'https://evil.example'},
    {origin: 'null'},
    {origin: `${source.siteUrl}1`},
    {origin: source.siteUrl, 'sec-fetch-site': 'same-site'},
    {'sec-fetch-site': 'cross-site'},
  ]
  for (const headers of foreign) {
    const response = await leave(headers)
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  }
})
