import {NextRequest} from 'next/server'
import {expect, it, vi} from 'vitest'
import {GET} from './route'

vi.mock('server-only', () => ({}))

it.each([
  ['lang=en', 'zh-CN', '/h5/en/contact'],
  ['lang=zh', 'en-US,en', '/h5/contact'],
  ['', 'en-US,zh;q=0.8', '/h5/en/contact'],
  ['lang=fr', 'fr, zh-TW;q=0.5', '/h5/contact'],
  ['', 'fr', '/h5/contact'],
])(
  'leads to the form in the language of the cookie “%s”, else of the browser’s languages “%s”: %s',
  (cookie, languages, path) => {
    const headers = {cookie, 'accept-language': languages}
    const answer = GET(new NextRequest('https://www.example.com/h5/api/contact', {headers}))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  },
)
