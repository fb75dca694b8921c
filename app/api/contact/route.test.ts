import {NextRequest} from 'next/server'
import {expect, it, vi} from 'vitest'
import {GET} from './route'

vi.mock('server-only', () => ({}))

const page = '<script></script><div id="enquiry-summary" hidden></div><input name="key"><a href="/h5">home</a>'
vi.mock('@/server/revalidation/affectedPages', () => ({fetchText: async () => page}))

it.each([
  ['lang=en', 'zh-CN', '/h5/en/contact'],
  ['lang=zh', 'en-US,en', '/h5/contact'],
  ['', 'en-US,zh;q=0.8', '/h5/en/contact'],
  ['lang=fr', 'fr, zh-TW;q=0.5', '/h5/contact'],
  ['', 'fr', '/h5/contact'],
])(
  'leads to the form in the language of the cookie “%s”, else of the browser’s languages “%s”: %s',
  async (cookie, languages, path) => {
    const headers = {cookie, 'accept-language': languages}
    const answer = await GET(new NextRequest('https://www.example.com/h5/api/contact', {headers}))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  },
)

it.each([
  ['/h5/en/contact', 'This is too much and has not been kept'],
  ['/h5/contact', '内容太多，没有保存'],
])('answers for nginx that a form from %s is too large, on the page of the form: %s', async (path, words) => {
  const headers = {referer: `https://www.example.com${path}`}
  const answer = await GET(new NextRequest('https://www.example.com/h5/api/contact?tooLarge', {headers}))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
  const html = await answer.text()
  expect(html).toContain(words)
  expect(html).toContain('<a href="/h5">home</a>')
})
