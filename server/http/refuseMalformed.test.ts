import {globSync, readFileSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {rawRequest} from '@/tests/support/rawRequest.ts'
import {methodsOf, refusalOf, refuse} from './refuseMalformed.ts'

const long = 'a'.repeat(300)

it.each([
  ['GET /h5/api/%ff', 400],
  ['GET /h5/_next/%zz/a.js?x=1', 400],
  ['GET /h5/shareImages/%', 400],
  ['OPTIONS *', 400],
  ['TRACE /h5', 405],
  ['POST /h5', 405],
  ['POST /h5/en/about', 405],
  ['POST /h5/%61pi/contact', 405],
  ['POST /h5/api/contact/', 405],
  ['POST /h5/api/health', 405],
  ['GET /h5/api/revalidate', 405],
  ['PUT /h5/api/contact', 405],
  ['OPTIONS /h5/about', 405],
  ['DELETE /h5/api/enquiries/1/2', 405],
  [`GET /h5/api/${long}`, 404],
  [`DELETE /h5/api/enquiries/${long}`, 404],
  ['GET /h5/about.rsc', 404],
  ['GET /h5/payloads/articles/zh/lims.rsc?x', 404],
  ['GET /h5/about.segments/_tree.segment.rsc', 404],
  [`GET /h5/${long}`, 200],
  ['GET /h5/%ff', 200],
  ['GET /h5/api/%E8%AF%95', 200],
  ['GET /h5/api/health?x=%ff', 200],
  ['POST /h5/api/contact?x', 200],
  ['DELETE /h5/api/enquiries/1', 200],
])('%s is answered with %s', async (line, status) => {
  const server = createServer((request, response) => {
    const refusal = refusalOf(request)
    if (refusal) refuse(response, refusal)
    else response.end()
  })
  const port = await listen(server, 'localhost')
  expect(await rawRequest(port, `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toBe(status)
  server.close()
})

it('a body that says that it is too large is not read, nor is one for an action', () => {
  const post = (url: string, headers: Record<string, string>) => refusalOf({method: 'POST', url, headers})
  expect(post('/h5/api/contact', {'content-length': '262144'})).toBeUndefined()
  expect(post('/h5/api/contact', {'content-length': '262145'})).toEqual({status: 413})
  expect(post('/h5/en', {'next-action': '0', 'content-type': 'multipart/form-data; boundary=a'})).toEqual({
    status: 405,
    allow: ['GET', 'HEAD'],
  })
})

describe('the methods that a path takes', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('app/**/route.{ts,tsx}', {cwd: root}).sort()

  it.each(files)('are those of its handler: %s', (file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const handled = [...code.matchAll(/export (?:async )?function ([A-Z]+)\b|export \{\w+ as ([A-Z]+)\}/g)].map(
      ([, name, alias]) => alias ?? name,
    )
    const all = handled.includes('GET') ? [...handled, 'HEAD'] : handled
    const path = `/h5/${file.replace(/^app\/|\/route\.tsx?$/g, '').replace(/\[[^\]]*\]/g, 'x')}`
    expect([...methodsOf(path)].sort()).toEqual(all.sort())
  })

  it('are found for all route handlers', () => {
    expect(files.length).toBeGreaterThan(10)
  })
})
