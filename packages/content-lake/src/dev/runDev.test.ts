import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {readdir, writeFile} from 'node:fs/promises'
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {join} from 'node:path'
import type {Duplex} from 'node:stream'
import {text} from 'node:stream/consumers'
import {fileURLToPath, pathToFileURL} from 'node:url'
import {expect, it, onTestFinished} from 'vitest'
import {newFolder} from '../testing/openTestLake.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))

async function spawnDev(args: string[], env: NodeJS.ProcessEnv = {}) {
  const cwd = await newFolder()
  await writeFile(
    join(cwd, '.env.local'),
    'SANITY_PROJECT_ID=abc123\nSANITY_DATASET=blog\nSANITY_API_WRITE_TOKEN=hosted-token\n',
  )
  const {NODE_ENV: _node, NODE_OPTIONS: _options, ...rest} = process.env
  const child = spawn(process.execPath, [CLI, 'dev', '--port', '0', ...args], {cwd, env: {...rest, ...env}})
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {child, ended}
}

async function runDev(args: string[], env?: NodeJS.ProcessEnv) {
  const {child, ended} = await spawnDev(args, env)
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return {out, err, code}
}

const runProgram = (source: string, env?: NodeJS.ProcessEnv) =>
  runDev(['--', process.execPath, '--input-type=module', '-e', source], env)

it('a program of @sanity/client writes to and reads from the lake, with its own project and hosted token', async () => {
  const client = JSON.stringify(import.meta.resolve('@sanity/client'))
  const {out, err, code} = await runProgram(`
    const {createClient} = await import(${client})
    const options = {projectId: 'abc123', dataset: 'blog', apiVersion: '2025-02-19', token: 'hosted-token', useCdn: false}
    await createClient(options).create({_id: 'a', _type: 'page', title: 'A'})
    console.log(await createClient({...options, useCdn: true, token: undefined}).fetch('*[_id == "a"][0].title'))
    process.exitCode = 7
  `)
  expect({out, code}, err).toEqual({out: 'A\n', code: 7})
})

it('goes on when whoever reads its output has ended', async () => {
  const program = `
    import {once} from 'node:events'
    await once(process.stdin, 'data')
    const headers = {authorization: 'Bearer wrong'}
    const statusOf = async () => (await fetch('https://abc123.api.sanity.io/v1/users/me', {headers})).status
    process.exit((await statusOf()) === 401 && (await statusOf()) === 401 ? 7 : 1)
  `
  const {child, ended} = await spawnDev(['--', process.execPath, '--input-type=module', '-e', program])
  await once(child.stderr, 'data')
  for (const reader of [child.stdout, child.stderr]) await once(reader.destroy(), 'close')
  child.stdin.end('go\n')
  expect(await ended).toBe(7)
})

it.for([{}, {NODE_USE_ENV_PROXY: '1'}])(
  'no proxy is asked for Sanity’s hosts, nor for this machine; %o',
  async (own) => {
    const asked: string[] = []
    const proxy = createServer()
    const note = ({method, url}: IncomingMessage, to: ServerResponse | Duplex) => {
      asked.push(`${method} ${url}`)
      to.destroy()
    }
    proxy.on('connect', note).on('request', note).listen(0, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    await once(proxy, 'listening')
    const address = proxy.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
    const client = JSON.stringify(import.meta.resolve('@sanity/client'))
    const {out, err} = await runProgram(
      `
    const {createClient} = await import(${client})
    const options = {projectId: 'abc123', dataset: 'blog', apiVersion: '2025-02-19', useCdn: true}
    console.log(await createClient(options).fetch('1 + 1'))
    console.log((await (await fetch('https://abc123.api.sanity.io/v1/data/query/blog?query=2')).json()).result)
    console.log(process.env.NO_PROXY)
  `,
      {HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url, no_proxy: 'intranet', ...own},
    )
    expect(asked).toEqual([])
    expect(out.trim().split('\n'), err).toEqual(['2', '2', expect.stringMatching(/^intranet,/)])
  },
)

it('the sanity command, which takes its token from SANITY_AUTH_TOKEN, is signed in', async () => {
  const {out, err} = await runProgram(`
    const headers = {authorization: 'Bearer ' + process.env.SANITY_AUTH_TOKEN}
    console.log((await (await fetch('https://api.sanity.io/v2025-02-19/users/me', {headers})).json()).id)
  `)
  expect(out, err).toBe('write-token\n')
})

it('the sanity command hears that a Studio with auto-updates would get the version that is installed', async () => {
  const {out, err} = await runProgram(`
    for (const path of ['@sanity__vision/default/%5E3.99.0/t1', 'by-app/app1/t1/%5E6.16.0/sanity']) {
      const answer = await fetch('https://sanity-cdn.com/v1/modules/' + path, {method: 'HEAD', redirect: 'manual'})
      console.log(answer.status, answer.headers.get('x-resolved-version'))
    }
    console.log((await fetch('https://sanity-cdn.com/v1/modules/sanity/default/latest/t1')).status)
  `)
  expect(out.trim().split('\n'), err).toEqual(['204 3.99.0', '204 6.16.0', '404'])
})

it('sanity login hears that there is no need to sign in, rather than wait for a browser', async () => {
  const {out, err} = await runProgram(`
    const answer = await fetch('https://api.sanity.io/v2025-09-23/auth/providers')
    console.log(answer.status, (await answer.json()).message)
  `)
  expect(out, err).toMatch(/^400 There is no need to sign in: .*SANITY_AUTH_TOKEN/)
})

it('fetch and node:https reach the lake, and no other host of Sanity is reached in any way', async () => {
  const {out, err} = await runProgram(`
    import {get} from 'node:https'
    import {connect as plain} from 'node:net'
    import {connect} from 'node:tls'
    const query = 'https://abc123.api.sanity.io/v2025-02-19/data/query/blog?query=1%2B1'
    const body = await new Promise((resolve) => get(query, async (answer) => resolve(await new Response(answer).json())))
    console.log(body.result)
    console.log((await (await fetch('https://abc123.apicdn.sanity.io/v2025-02-19/data/query/blog?query=2')).json()).result)
    const host = 'API.Sanity.io'
    const tunnel = await new Promise((resolve) => {
      const socket = connect(443, host, () => resolve(socket)).on('error', resolve)
    })
    console.log(tunnel.message ?? host)
    tunnel.destroy?.()
    console.log(await fetch('https://www.sanity.io/').catch((error) => error.cause.message))
    console.log(await new Promise((resolve) => connect(443, 'www.sanity.io').on('error', (error) => resolve(error.message))))
    console.log(await new Promise((resolve) => plain(80, 'api.sanity.io').on('error', (error) => resolve(error.message))))
  `)
  expect(out.trim().split('\n'), err).toEqual([
    '2',
    '2',
    'API.Sanity.io',
    expect.stringContaining('nothing is sent to www.sanity.io'),
    expect.stringContaining('nothing is sent to www.sanity.io'),
    expect.stringContaining('nothing is sent to api.sanity.io'),
  ])
})

it('a task runner that passes NODE_OPTIONS alone on to its tasks, such as Turborepo, passes the redirection on', async () => {
  const {out, err} = await runProgram(`
    import {spawnSync} from 'node:child_process'
    const task = "console.log((await (await fetch('https://abc123.api.sanity.io/v1/data/query/blog?query=1%2B1')).json()).result)"
    const {NODE_OPTIONS} = process.env
    spawnSync(process.execPath, ['--input-type=module', '-e', task], {env: {NODE_OPTIONS}, stdio: 'inherit'})
  `)
  expect(out, err).toBe('2\n')
})

it('closes the lake when its content cannot be imported', async () => {
  const dir = join(await newFolder(), 'lake')
  const {code, err} = await runDev(['--dir', dir, '--import', 'nowhere.ndjson', '--', process.execPath, '-v'])
  expect({code, err}).toEqual({code: 1, err: expect.stringContaining('nowhere.ndjson does not exist')})
  expect(await readdir(dir)).not.toContain('lake.db-wal')
})

const COMMAND = fileURLToPath(new URL('../../bin/embedded-content-lake.mjs', import.meta.url))
/** Starts another program and waits for it, but passes no signal on, as npm and shells do. */
const asNpm = (program: string, ...args: string[]) => [
  ...[
    '-e',
    `require('node:child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, {stdio: 'inherit'})`,
  ],
]
const serving = ['-e', `require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('serves'))`]

it.for([
  ['its own', 'SIGTERM'],
  ['its own', 'SIGHUP'],
  ['its own', 'SIGKILL'],
  ['npx’s', 'SIGTERM'],
  ['npx’s', 'SIGHUP'],
  ['npx’s', 'SIGKILL'],
] as const)('leaves no process behind when %s process gets %s', async ([whose, signal]) => {
  const dev = [COMMAND, 'dev', '--port', '0', '--project', 'abc123', '--', process.execPath]
  const command = [...dev, ...asNpm(process.execPath, ...serving)]
  const {NODE_ENV: _node, NODE_OPTIONS: _options, npm_lifecycle_event: _event, ...env} = process.env
  const started = spawn(process.execPath, whose === 'its own' ? command : asNpm(process.execPath, ...command), {
    cwd: await newFolder(),
    detached: true,
    env: whose === 'its own' ? env : {...env, npm_lifecycle_event: 'npx'},
  })
  const {pid = 0, stdout, stderr} = started
  onTestFinished(() => {
    // The group is gone where all is well.
    if (hasOutput) process.kill(-pid, 'SIGKILL')
  })
  let hasOutput = true
  const closed = Promise.all([once(stdout, 'close'), once(stderr, 'close')])
  stderr.resume()
  await once(stdout, 'data')
  started.kill(signal)
  // Each process below holds the two pipes as long as it lives.
  await closed
  hasOutput = false
})

it.skipIf(process.platform !== 'linux')('Ctrl-C in a terminal reaches the command once', async () => {
  const cwd = await newFolder()
  await writeFile(
    join(cwd, 'program.mjs'),
    `let times = 0
    process.on('SIGINT', () => console.log('interrupted ' + ++times))
    process.on('SIGTERM', () => process.exit(console.log('in all ' + times)))
    setInterval(() => {}, 1000)
    console.log('below ' + process.ppid)`,
  )
  const {NODE_ENV: _node, NODE_OPTIONS: _options, ...env} = process.env
  const dev = [
    process.execPath,
    CLI,
    'dev',
    '--port',
    '0',
    '--project',
    'abc123',
    '--',
    process.execPath,
    'program.mjs',
  ]
  const terminal = spawn('script', ['-qec', dev.map((part) => `'${part}'`).join(' '), '/dev/null'], {cwd, env})
  onTestFinished(() => void terminal.kill('SIGKILL'))
  let shown = ''
  const show = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [, found] = pattern.exec(shown) ?? []
      if (found !== undefined) return found
      shown += String((await once(terminal.stdout, 'data'))[0])
    }
  }
  const pid = Number(await show(/below (\d+)\r/))
  terminal.stdin.write('\x03')
  await show(/interrupted (\d+)\r/)
  // Passed on after what came before it.
  process.kill(pid, 'SIGTERM')
  expect(await show(/in all (\d+)\r/)).toBe('1')
  await once(terminal, 'close')
})

it('refuses production', async () => {
  const {code, err} = await runDev(['--', process.execPath, '-v'], {NODE_ENV: 'production'})
  expect({code, err}).toEqual({code: 1, err: expect.stringContaining('NODE_ENV is production')})
})

it('an HTTP server leads browsers to the lake: its own pages, and nobody else’s', async () => {
  const {out, err} = await runProgram(`
    import {createServer, get, request} from 'node:http'
    const html = (request, response) => {
      response.writeHead(200, {'content-type': 'text/html', 'content-length': 33})
      response.end('<html><head></head>Grüße</html>')
    }
    const evil = createServer((_, answer) => answer.writeHead(299).end()).listen(0)
    const server = createServer(html).listen(0, '127.0.0.1', async () => {
      const {port} = server.address()
      const ask = (path, headers = {}) =>
        new Promise((resolve) => get({port, path, headers, agent: false}, (answer) => resolve(new Response(answer, {status: answer.statusCode}))))
      const text = async (...args) => (await ask(...args)).text()
      const browser = {accept: 'text/html', 'sec-fetch-mode': 'navigate'}
      console.log((await text('/', browser)).includes('serviceWorker.register'))
      console.log(await text('/', {...browser, cookie: 'content-lake-' + port + '=1'}))
      console.log(await text('/', {accept: '*/*'}))
      const own = {'sec-fetch-site': 'same-origin'}
      console.log((await text('/__content-lake__/worker.js', own)).includes('cdn.sanity.io'))
      // A document that React 18 hydrates must have no element that it did not render.
      const script = {remove: () => console.log('script removed')}
      new Function('document', 'navigator', 'window', await text('/__content-lake__/page.js', own))({currentScript: script}, {}, {})
      const me = '/__content-lake__/api/v2025-02-19/users/me'
      console.log((await ask(me, own)).status)
      console.log((await (await ask(me, {...own, 'x-content-lake-signed-in': '1'})).json()).id)
      const signOut = {port, method: 'POST', path: '/__content-lake__/api/v1/auth/logout', agent: false}
      await new Promise((resolve) => request({...signOut, headers: {...own, 'x-content-lake-signed-in': '1'}}, resolve).end())
      console.log((await (await ask(me, {...own, 'x-content-lake-signed-in': '1'})).json()).id, 'after signing out')
      console.log((await ask(me, {'sec-fetch-site': 'cross-site', 'x-content-lake-signed-in': '1'})).status)
      console.log((await ask(me, {origin: 'http://evil.example:' + port, 'x-content-lake-signed-in': '1'})).status)
      const stream = {host: 'stream1.localhost:' + port, origin: 'http://localhost:' + port, 'sec-fetch-site': 'cross-site'}
      console.log((await ask(me, stream)).status)
      for (const name of ['evil.example', '192.0.2.7']) {
        const host = name + ':' + port
        const rebound = await ask(me, {host, origin: 'http://' + host, 'x-content-lake-signed-in': '1'})
        console.log(rebound.status, await rebound.text())
        console.log(await text('/', {...browser, host}))
      }
      console.log((await ask(me, {...own, 'x-forwarded-for': '192.0.2.7', 'x-content-lake-signed-in': '1'})).status)
      const open = {...own, 'x-content-lake-signed-in': '1'}
      console.log((await ask(me, {...open, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document'})).status)
      for (const start of ['/', '//', '\\\\', '/\\\\', '///', '\\\\/', '/\\t/', '']) {
        const foreign = '/__content-lake__/api/' + start + 'localhost:' + evil.address().port + '/x'
        console.log((await ask(encodeURI(foreign), open)).status, (await ask(foreign, open).catch(() => ({status: 404}))).status)
      }
      evil.close()
      server.closeAllConnections()
      server.close()
    })
  `)
  expect(out.trim().split('\n'), err).toEqual([
    'true',
    '<html><head><script src="/__content-lake__/page.js"></script></head>Grüße</html>',
    '<html><head></head>Grüße</html>',
    'true',
    'script removed',
    '401',
    'local-editor',
    'local-editor after signing out',
    '403',
    '403',
    '401',
    ...[1, 2].flatMap(() => [expect.stringMatching(/^403 .*localhost:\d+/), '<html><head></head>Grüße</html>']),
    '403',
    '403',
    ...Array(8).fill('404 404'),
  ])
})

it('a Studio that was not looked at for longer than a session lasts is still signed in', async () => {
  const folder = await newFolder()
  const [clock, later] = [join(folder, 'clock.mjs'), JSON.stringify(join(folder, 'later'))]
  await writeFile(
    clock,
    `import {existsSync} from 'node:fs'
    const {now} = Date
    Date.now = () => now() + (existsSync(${later}) ? 40 * 24 * 60 * 60 * 1000 : 0)`,
  )
  const program = `
    import {writeFileSync} from 'node:fs'
    import {once} from 'node:events'
    import {createServer, get} from 'node:http'
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const headers = {'sec-fetch-site': 'same-origin', 'x-content-lake-signed-in': '1'}
    const path = '/__content-lake__/api/v2025-02-19/users/me'
    const ask = async () => (await once(get({port: server.address().port, path, headers, agent: false}), 'response'))[0]
    console.log((await ask()).statusCode)
    writeFileSync(${later}, '')
    console.log((await ask()).statusCode)
    server.closeAllConnections()
    server.close()`
  const {out, err} = await runDev(['--', process.execPath, '--input-type=module', '-e', program], {
    NODE_OPTIONS: `--import=${pathToFileURL(clock)}`,
  })
  expect(out, err).toBe('200\n200\n')
})

it('a server without sockets of its own connects those for the lake, and treats others as requests', async () => {
  const {out, err} = await runProgram(`
    import {once} from 'node:events'
    import {createServer, get} from 'node:http'
    const server = createServer((request, response) => response.end('a request')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const open = (path) => {
      const key = {'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13'}
      const headers = {'sec-fetch-site': 'same-origin', connection: 'Upgrade', upgrade: 'websocket', ...key}
      const asked = get({port: server.address().port, path, headers, agent: false})
      return Promise.race([
        once(asked, 'upgrade').then(([{statusCode}, socket]) => (socket.destroy(), statusCode)),
        once(asked, 'response').then(([answer]) => new Response(answer).text()),
      ])
    }
    for (let round = 0; round < 2; round += 1) {
      console.log(await open('/__content-lake__/api/v2022-06-30/socket/blog'))
      console.log(await open('/elsewhere'), server.listenerCount('upgrade'))
    }
    server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Mine\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n'))
    console.log(await open('/__content-lake__/api/v2022-06-30/socket/blog'))
    console.log(await open('/elsewhere'), server.listenerCount('upgrade'))
    server.closeAllConnections()
    server.close()
  `)
  const withoutOwn = ['101', 'a request 0']
  expect(out.trim().split('\n'), err).toEqual([...withoutOwn, ...withoutOwn, '101', '101 1'])
})

it.each([
  ['HTTPS', "import {createServer} from 'node:https'", '{}'],
  ['HTTPS and HTTP/2', "import {createSecureServer as createServer} from 'node:http2'", '{allowHTTP1: true}'],
])('a server for %s leads browsers to the lake, too', async (_protocols, imported, options) => {
  const {out, err} = await runProgram(`
    import {once} from 'node:events'
    import {get} from 'node:http'
    ${imported}
    import net from 'node:net'
    const secure = createServer(${options}, (_request, response) => response.end('not led'))
    // As if the handshake were done.
    const server = net.createServer((socket) => secure.emit('secureConnection', socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const headers = {accept: 'text/html', 'sec-fetch-mode': 'navigate', connection: 'close'}
    const [answer] = await once(get({port: server.address().port, headers, agent: false}), 'response')
    console.log((await new Response(answer).text()).includes('/__content-lake__/worker.js'))
    server.close()
  `)
  expect(out, err).toBe('true\n')
})

it('a page that sends itself to Sanity, as an app without a token does to sign in, stays; a link leads there', async () => {
  const {out, err} = await runProgram(`
    import {once} from 'node:events'
    import {createServer, get} from 'node:http'
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const {port} = server.address()
    const headers = {'sec-fetch-site': 'same-origin'}
    const [answer] = await once(get({port, path: '/__content-lake__/page.js', headers, agent: false}), 'response')
    console.warn = console.log
    const navigation = new EventTarget()
    new Function('document', 'navigator', 'window', await new Response(answer).text())({}, {}, {navigation})
    for (const [url, userInitiated] of [
      ['https://www.sanity.io/login?origin=x', false],
      ['https://sanity.io/welcome', false],
      ['https://www.sanity.io/manage', true],
      ['https://sanity.io.example/', false],
      ['http://localhost/next', false],
    ]) {
      const event = Object.assign(new Event('navigate', {cancelable: true}), {destination: {url}, userInitiated})
      console.log(url, navigation.dispatchEvent(event) ? 'goes' : 'stays')
    }
    server.closeAllConnections()
    server.close()
  `)
  expect(out.trim().split('\n'), err).toEqual([
    expect.stringContaining('nothing is sent to www.sanity.io'),
    'https://www.sanity.io/login?origin=x stays',
    expect.stringContaining('nothing is sent to sanity.io'),
    'https://sanity.io/welcome stays',
    'https://www.sanity.io/manage goes',
    'https://sanity.io.example/ goes',
    'http://localhost/next goes',
  ])
})

it('a service worker of the project’s own does not take the place of the one that leads to the lake', async () => {
  const {out, err} = await runProgram(`
    import {once} from 'node:events'
    import {createServer, get} from 'node:http'
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const headers = {'sec-fetch-site': 'same-origin'}
    const [answer] = await once(get({port: server.address().port, path: '/__content-lake__/page.js', headers, agent: false}), 'response')
    const script = await new Response(answer).text()
    console.warn = console.log
    for (const scriptURL of [undefined, '/service-worker.js', '/__content-lake__/worker.js']) {
      const {promise: loaded, resolve: reload} = Promise.withResolvers()
      const serviceWorker = {
        controller: scriptURL && {scriptURL},
        ready: Promise.resolve('ready'),
        register: async (url) => console.log('registered', url),
      }
      new Function('document', 'navigator', 'window', 'stop', 'location', script)({}, {serviceWorker}, {}, () => {}, {reload})
      console.log(await serviceWorker.register('/service-worker.js'))
      if (scriptURL !== '/__content-lake__/worker.js') await loaded
    }
    server.closeAllConnections()
    server.close()
  `)
  const led = 'registered /__content-lake__/worker.js'
  const own = expect.stringContaining('/service-worker.js is not registered')
  expect(out.trim().split('\n'), err).toEqual([led, own, 'ready', led, own, 'ready', own, 'ready'])
})

it.each([
  ['a request', {}],
  ['a socket', {connection: 'Upgrade', upgrade: 'websocket'}],
])('an HTTP server outlives a browser that gives up %s before the lake has answered', async (_what, upgrade) => {
  const {out, err} = await runProgram(`
    import {once} from 'node:events'
    import {createServer, get} from 'node:http'
    const server = createServer().on('upgrade', () => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const own = {'sec-fetch-site': 'same-origin', 'x-content-lake-signed-in': '1'}
    const path = '/__content-lake__/api/v2025-02-19/users/me'
    const ask = (headers) => get({port: server.address().port, path, headers: {...own, ...headers}, agent: false})
    server.once('connection', (socket) => socket.once('data', () => setImmediate(() => socket.destroy())))
    await once(ask(${JSON.stringify(upgrade)}), 'error')
    const [answer] = await once(ask({}), 'response')
    console.log(answer.statusCode)
    server.closeAllConnections()
    server.close()
  `)
  expect(out, err).toBe('200\n')
})
