import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {createServer, get} from 'node:http'
import {afterEach, expect, it, vi} from 'vitest'
import {listen} from '@/tests/support/listen.ts'
import {logAsJson, withRequestLog} from './log.ts'

const methods = {...console}
const closers: (() => void)[] = []

afterEach(() => {
  Object.assign(console, methods)
  vi.restoreAllMocks()
  for (const close of closers.splice(0)) close()
})

/** Lets the console write JSON; returns the entries. */
function logged(): Record<string, unknown>[] {
  const entries: Record<string, unknown>[] = []
  logAsJson((line) => {
    expect(line).toMatch(/^[^\r\n]*\n$/)
    entries.push(JSON.parse(line))
  })
  return entries
}

it('a process outlives whoever reads its output', async () => {
  const program = `
    import {outliveReader} from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    outliveReader()
    const errors = []
    process.on('uncaughtException', ({code}) => errors.push(code))
    process.on('message', () => {
      console.error('nobody reads this')
      process.stdout.write('nor this', ({code}) => setImmediate(() => process.send({code, errors})))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  closers.push(() => void child.kill('SIGKILL'))
  const {stdout, stderr} = child
  for (const reader of [stdout, stderr]) await once(reader?.destroy() ?? child, 'close')
  child.send('write')
  expect(await once(child, 'message')).toMatchObject([{code: 'EPIPE', errors: []}, undefined])
})

it('each message is one line of JSON, whoever writes it, of how many lines and in whatever colour', () => {
  const entries = logged()
  console.log('Ready\nafter %s s', 4, {port: 3000})
  console.warn('\u001b[33mslow\u001b[39m\u2028')
  console.error('failed', new TypeError('no\nsuch page'))
  expect(entries).toEqual([
    {time: expect.any(String), level: 'info', message: 'Ready\nafter 4 s { port: 3000 }'},
    {time: expect.any(String), level: 'warn', message: 'slow'},
    {
      time: expect.any(String),
      level: 'error',
      message: 'failed TypeError: no\nsuch page',
      stack: expect.stringContaining('log.test'),
    },
  ])
})

it('an error is logged with its causes, without which nobody knows why', () => {
  const entries = logged()
  const refused = new AggregateError([
    new Error('connect ECONNREFUSED ::1:1'),
    new Error('connect ECONNREFUSED 127.0.0.1:1'),
  ])
  console.error('failed:', new TypeError('fetch failed', {cause: new Error('no socket', {cause: refused})}))
  const circular = new Error('round')
  circular.cause = circular
  console.error(circular)
  expect(entries.map(({message}) => message)).toEqual([
    'failed: TypeError: fetch failed, caused by Error: no socket, caused by AggregateError: connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1',
    'Error: round',
  ])
})

/** Answers one request to a server that logs; resolves with what was written for it. */
async function serve({
  format,
  headers = {},
  abort = false,
}: {
  format: 'text' | 'json'
  headers?: Record<string, string>
  abort?: boolean
}): Promise<string> {
  const written = Promise.withResolvers<string>()
  const answered = Promise.withResolvers<void>()
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    written.resolve(String(line))
    return true
  })
  const server = createServer((request, response) =>
    withRequestLog({format, requests: true}, request, response, () => {
      console.error('within')
      if (abort) answered.resolve()
      else response.writeHead(404).end('gone')
    }),
  )
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const sent = get({port: await listen(server), host: '127.0.0.1', path: '/h5/search?q=my-name', headers}, (response) =>
    response.resume(),
  )
  sent.on('error', () => undefined)
  if (abort) void answered.promise.then(() => sent.destroy())
  return written.promise
}

it('a request is a line, with the id of the proxy and without what follows the question mark', async () => {
  const entries = logged()
  const line = await serve({format: 'json', headers: {'x-request-id': 'nginx-1'}})
  expect(JSON.parse(line)).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'request',
    id: 'nginx-1',
    method: 'GET',
    path: '/h5/search',
    status: 404,
    ms: expect.any(Number),
  })
  expect(entries).toMatchObject([{message: 'within', id: 'nginx-1'}])
})

it('an id that could be taken for something else is replaced', async () => {
  const entries = logged()
  const line = await serve({format: 'text', headers: {'x-request-id': 'mine status=200'}})
  expect(line).toMatch(/^request GET \/h5\/search status=404 ms=[\d.]+ id=[\w-]{12}\n$/)
  expect(line).toContain(`id=${entries[0]?.id}`)
})

it('a response that the visitor did not wait for has no status', async () => {
  logged()
  expect(await serve({format: 'text', abort: true})).toContain('status=aborted')
  expect(JSON.parse(await serve({format: 'json', abort: true})).status).toBeUndefined()
})
