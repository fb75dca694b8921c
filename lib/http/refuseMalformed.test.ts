import {createServer} from 'node:http'
import {expect, it} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {rawRequest} from '@/tests/support/rawRequest.ts'
import {refuseMalformed} from './refuseMalformed.ts'

it.each([
  ['GET /h5/api/%ff', 400],
  ['GET /h5/_next/%zz/a.js?x=1', 400],
  ['GET /h5/shareImages/%', 400],
  ['OPTIONS *', 400],
  ['TRACE /h5', 405],
  ['GET /h5/%ff', 200],
  ['GET /h5/api/%E8%AF%95', 200],
  ['GET /h5/api/health?x=%ff', 200],
  ['DELETE /h5/api/enquiries/1', 200],
])('%s is answered with %s', async (line, status) => {
  const server = createServer((request, response) => {
    if (!refuseMalformed(request, response)) response.end()
  })
  const port = await listen(server, 'localhost')
  expect(await rawRequest(port, `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toBe(status)
  server.close()
})
