import {createServer} from 'node:http'
import {afterEach, expect, test} from 'vitest'
import {renewInProxy} from './renewInProxy.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers['accept-encoding']}`)
  response.statusCode = request.url === '/h5/lims' ? 500 : 200
  response.end('page')
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

const listen = () =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    })
  })

test('asks for the copies of a page, whatever becomes of the first; a proxy that is away is left alone', async () => {
  const proxy = await listen()
  await renewInProxy(['/lims'], proxy)
  expect(asked.sort()).toEqual(['/h5/en/lims br', '/h5/en/lims gzip', '/h5/lims br', '/h5/lims gzip'])
  await renewInProxy(['/lims'], 'http://127.0.0.1:1')
})
