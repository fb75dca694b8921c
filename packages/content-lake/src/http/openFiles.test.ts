import {connect} from 'node:net'
import {expect, test} from 'vitest'
import {newFolder, TEST_TOKENS} from '../testing/openTestLake.ts'
import {spawnLake} from '../testing/spawnLake.ts'
import {connectionsWithin} from './startServer.ts'

const head = (first: string) => `${first} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TEST_TOKENS.write}\r\n`

/** What keeps a connection open: silence, a stream, half an upload. */
const HOLDS = [
  '',
  `${head('GET /v1/data/listen/production?query=*')}\r\n`,
  '',
  `${head('POST /v1/assets/files/production')}Content-Length: 99999\r\n\r\nhalf`,
]

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

test.skipIf(process.platform !== 'linux')(
  'connections never take the open files that uploads, pictures and long queries need',
  async () => {
    const lake = await spawnLake(await newFolder(), {}, {openFiles: 256})
    const port = Number(new URL(lake.url).port)
    const answers: string[] = []
    let closed = 0
    const held = Array.from({length: 300}, (_, n) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {}).on('close', () => (closed += 1))
      socket.on('data', (data) => answers.push(data.toString('latin1').slice(9, 12)))
      socket.write(HOLDS[n % HOLDS.length] ?? '')
      return socket
    })
    await expect.poll(() => closed, {timeout: 60_000}).toBeGreaterThanOrEqual(300 - 85)
    await expect.poll(() => answers).toContain('200')
    expect(answers).not.toContain('500')

    for (const socket of held) socket.destroy()
    await expect
      .poll(() =>
        fetch(`${lake.url}/health`).then(
          ({ok}) => ok,
          () => false,
        ),
      )
      .toBe(true)
    const send = async (path: string, body: string | Buffer<ArrayBuffer>, type = 'application/json') => {
      const headers = {authorization: `Bearer ${TEST_TOKENS.write}`, 'content-type': type}
      return (await fetch(lake.url + path, {method: 'POST', headers, body})).status
    }
    expect([
      await send('/v1/data/mutate/production', '{"mutations": [{"create": {"_id": "a", "_type": "a"}}]}'),
      await send('/v1/assets/files/production', 'a file', 'text/plain'),
      await send('/v1/assets/images/production', PIXEL, 'image/gif'),
      await send('/v1/data/query/production', '{"query": "array::intersects(*._id, [\\"a\\"])"}'),
    ]).toEqual([200, 200, 200, 200])
  },
)

test('few open files leave a third of them to connections, many leave what requests may use', () => {
  const limits = (files: string) =>
    `Limit  Soft Limit  Hard Limit  Units\nMax open files            1024   ${files}   files\n`
  expect(
    ['256', '1024', '4096', '8192', '524288', 'unlimited'].map((files) => connectionsWithin(limits(files))),
  ).toEqual([85, 341, 1596, 5692, 20_000, 20_000])
  expect(connectionsWithin('')).toBe(20_000)
})
