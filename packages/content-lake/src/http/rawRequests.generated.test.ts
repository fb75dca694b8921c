import {once} from 'node:events'
import {connect} from 'node:net'
import {expect, onTestFinished, test, vi} from 'vitest'
import fc from '../testing/fastCheck.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const ROUNDS = 60 * Number(process.env.FUZZ_FACTOR || 1)

const method = fc.oneof(
  {weight: 8, arbitrary: fc.constantFrom('GET', 'POST')},
  {
    weight: 4,
    arbitrary: fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY', 'get', ''),
  },
)

const target = fc.constantFrom(
  ...[
    '/',
    '*',
    '',
    '//',
    '/%',
    '/%00',
    '/..//../etc/passwd',
    '/\\evil',
    '/a b',
    '?x',
    '/v1#x',
    `/${'a'.repeat(20_000)}`,
  ],
  ...['http://localhost/v1/users/me', 'http://evil.example/health', 'http://[::1/', 'http://a:b@localhost/health'],
  ...['/health', '/lake/login', '/lake/account/password', '/v1/lake/backup', '/v1/lake/people', '/v1/multiplex'],
  ...['query', 'listen', 'export', 'mutate', 'actions', 'doc', 'live/events'].map(
    (kind) => `/v1/data/${kind}/production`,
  ),
  ...['/v1/data/query/%E0%A4', '/v1/data/query/production?query=%FF', '/v1/data/listen/production?query=*[&$a=%'],
  ...['/v1/assets/files/production', '/v1/users/me/keyvalue', '/v1/socket/production', '/v1/auth/login/local?origin=%'],
  ...['/images/local/production/x.png', `/files/local/production/${'a'.repeat(40)}.txt?dl=%`],
)

const websocket =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
const header = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...Object.values(TEST_TOKENS).map((token) => `Authorization: Bearer ${token}`),
      ...[websocket, 'Content-Length: 2', 'Transfer-Encoding: chunked', 'Range: bytes=0-1', 'Connection: close'],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['Host: a b', 'Host:', 'Content-Length: -1', 'Content-Length: 5,5', 'Content-Length: 300000000', 'X: \u00e9'],
      ...[
        'Transfer-Encoding: gzip, chunked',
        'Expect: 100-continue',
        'Expect: x',
        'Upgrade: h2c',
        'no colon',
        ' folded',
      ],
      ...[
        'Origin: http://evil.example',
        'Origin: null',
        'Cookie: lakeSession=\u00e9',
        'Range: bytes=9-1',
        'Last-Event-ID: 9',
      ],
      `${'X'.repeat(17_000)}: a`,
    ),
  },
)

const body = fc.constantFrom(
  ...[
    '',
    '{}',
    '[]',
    '\xff\xfe',
    '2\r\n{}\r\n0\r\n\r\n',
    '5;a=1\r\nhello\r\n0\r\nX: y\r\n\r\n',
    'FFFFFFFF\r\n',
    '-1\r\n',
  ],
  ...['\x81\x05hello', '\xc1\xff\xff', 'a'.repeat(70_000)],
)

const request = fc
  .tuple(method, target, fc.array(header, {maxLength: 3}), body, fc.boolean())
  .map(([verb, path, headers, content, isNamed]) =>
    [`${verb} ${path} HTTP/1.1`, ...(isNamed ? ['Host: localhost'] : []), ...headers, '', content].join('\r\n'),
  )

/** One or several in a row, whole or in part, and what the client does then. */
const conversation = fc.record({
  text: fc.array(request, {minLength: 1, maxLength: 3}).map((requests) => requests.join('')),
  part: fc.constantFrom(1, 1, 1, 0.5, 0.9),
  ending: fc.constantFrom('ends', 'leaves', 'breaks off'),
})

test('no request, however it is written or broken off, stops the lake, keeps a place in it or is a fault for its log', async () => {
  const printed = vi.spyOn(console, 'error')
  onTestFinished(() => printed.mockRestore())
  const faults: string[] = []
  const lake = await openTestLake({log: (line) => faults.push(line)})
  const port = Number(new URL(lake.url).port)
  const open = () => lake.streams.open + lake.requests.open + lake.bodies.open + lake.answers.open + lake.uploads.open

  await fc.assert(
    fc.asyncProperty(fc.array(conversation, {minLength: 1, maxLength: 8}), async (conversations) => {
      await Promise.all(
        conversations.map(async ({text, part, ending}) => {
          const socket = connect(port, '127.0.0.1').on('error', () => {})
          onTestFinished(() => void socket.destroy())
          await once(socket, 'connect')
          const bytes = Buffer.from(text, 'latin1')
          socket.resume().write(bytes.subarray(0, Math.ceil(bytes.length * part)))
          // A turn of the lake, which may have begun to answer.
          await (await fetch(`${lake.url}/health`)).body?.cancel()
          if (ending === 'ends') socket.end()
          else if (ending === 'leaves') socket.destroy()
          else socket.resetAndDestroy()
        }),
      )
      expect((await fetch(`${lake.url}/health`)).status).toBe(200)
      expect(faults.filter((line) => !line.startsWith('security'))).toEqual([])
    }),
    {numRuns: ROUNDS, endOnFailure: true},
  )
  await expect.poll(open).toBe(0)
  expect(printed).not.toHaveBeenCalled()
})
