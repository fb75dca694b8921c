import {createServer} from 'node:http'
import {afterEach, expect, test} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {renewInProxy} from './renewInProxy.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers['accept-encoding']}`)
  response.statusCode = request.url === '/h5/lims' ? 500 : 200
  response.end('page')
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

test('asks for the copies of a page, whatever becomes of the first; a proxy that is away is left alone', async () => {
  const proxy = `http://127.0.0.1:${await listen(server)}`
  await renewInProxy(['/lims'], proxy)
  expect(asked.sort()).toEqual(['/h5/en/lims br', '/h5/en/lims gzip', '/h5/lims br', '/h5/lims gzip'])
  await renewInProxy(['/lims'], 'http://127.0.0.1:1')
})
