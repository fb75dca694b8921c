import {spawn, spawnSync} from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {createServer} from 'node:net'
import {join} from 'node:path'
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest'
import {openDatabase} from '@/enquiries/database/openDatabase.ts'
import {startMailServer} from '@/enquiries/testing/startMailServer.ts'
import {lastBackupName} from '@/lib/constants.ts'
import {bareEnvironment} from '@/tests/support/bareEnvironment.ts'
import fc from '@/tests/support/fastCheck.ts'
import {freePort} from '@/tests/support/freePort.ts'
import {listen} from '@/tests/support/listen.ts'
import {startCollector} from '@/tests/support/startCollector.ts'
import {startRedis} from '@/tests/support/startRedis.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {lockFile} from './product/lockFile.ts'
import {root} from './product/paths.ts'

let dataDir: string
let environment: Record<string, string>

beforeEach(async () => {
  dataDir = join(temporaryFolder(), 'data')
  environment = {
    DATA_DIR: dataDir,
    SITE_BUILD_DIR: '.next-doctor-test',
    STUDIO_BUILD_DIR: join(dataDir, 'studio'),
    PORT: String(await freePort()),
    LAKE_PORT: String(await freePort()),
    NEXT_PUBLIC_SANITY_PROJECT_ID: '',
  }
})

async function doctor(env: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/doctor.ts', ...args], {
    cwd: root,
    env: {...bareEnvironment, NODE_ENV: 'production', ...environment, ...env},
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return {code, output, failed: output.split('\n').filter((line) => line.startsWith('fail'))}
}

/** Starts a process of this product, as `npm start` does, and waits for its first output. */
async function startOwn(name: 'site' | 'lake', args: string[]): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', join(root, 'scripts/product/endWithParent.ts'), ...args],
    {stdio: ['ignore', 'pipe', 'inherit'], env: {...process.env, ...environment, INSTANCE_ID: `instance-${name}`}},
  )
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
  })
  mkdirSync(dataDir, {recursive: true, mode: 0o700})
  writeFileSync(join(dataDir, `${name}.pid`), `${child.pid}\n`)
  await new Promise<void>((resolve) => child.stdout.on('data', (text) => /ready at/.test(String(text)) && resolve()))
}

const startLake = (options: string[] = []) =>
  startOwn('lake', [
    ...[join(root, 'packages/content-lake/src/cli.ts'), '--dir', join(dataDir, 'lake')],
    ...['--port', environment.LAKE_PORT ?? '', '--import', join(root, 'sanity/seed')],
    ...options,
  ])

/** Answers the health check as the site does. */
const startSite = () =>
  startOwn('site', [
    '-e',
    `require('http').createServer((_, response) => response.setHeader('x-instance', process.env.INSTANCE_ID).end('{}'))
      .listen(${environment.PORT}, '127.0.0.1', () => console.log('ready at'))`,
  ])

/** All files below the data folder with what a change would show. */
const traces = () =>
  readdirSync(dataDir, {recursive: true, encoding: 'utf8'})
    .toSorted()
    .map((name) => {
      const {mode, size, mtimeMs} = statSync(join(dataDir, name))
      return {name, mode, size, mtimeMs}
    })

test('a product that runs with all that it can talk to is well', async () => {
  const redis = await startRedis(await freePort())
  onTestFinished(() => redis.kill())
  const mailPort = await freePort()
  const mail = await startMailServer(mailPort)
  onTestFinished(() => mail.stop())
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  const database = await openDatabase({file: join(dataDir, 'enquiries/enquiries.db')})
  await database.close()
  writeFileSync(join(dataDir, lastBackupName), '')
  await startLake()
  await startSite()
  const {code, output, failed} = await doctor({
    SANITY_WEBHOOK_SECRET: 'secret-of-webhook',
    REDIS_URL: redis.url,
    SITE_PROXY_URL: `http://127.0.0.1:${environment.PORT}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ENQUIRY_MAIL_TO: 'a@example.com',
    ENQUIRY_MAIL_FROM: 'b@example.com',
    ENQUIRY_WEBHOOK_URL: `http://127.0.0.1:${environment.PORT}/hook`,
    ENQUIRY_WEBHOOK_SECRET: 'secret-of-enquiries',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  expect(failed).toEqual([])
  expect(code).toBe(0)
  for (const line of [
    `ok    Node ${process.versions.node}`,
    'ok    Packages as in package-lock.json',
    'ok    Settings can be read',
    'ok    Secrets, people, content and enquiries are readable by their owner only',
    'ok    The last backup is of 20',
    'ok    Tokens of the lake are there',
    'ok    Secret of the webhook is there',
    `ok    Port ${environment.PORT} (PORT): the site is running`,
    `ok    Port ${environment.LAKE_PORT} (LAKE_PORT): the lake is running`,
    `ok    Content API answers at http://localhost:${environment.LAKE_PORT} `,
    'ok    Content API takes the write token',
    'ok    Clock is within 5 s of the content API’s',
    'ok    Redis answers at ',
    'ok    The proxy answers at ',
    'ok    The embedded database of enquiries answers and is up to date',
    'ok    Mail server answers at ',
    'ok    The webhook of enquiries answers at ',
    'ok    The collector of traces answers at ',
  ]) {
    expect(output).toContain(line)
  }
  expect(output).toMatch(/\n\n\d+ ok, \d+ to look at, 0 failed, 0 skipped\n$/)
})

test('before the first start all is well, too, and nothing is made', async () => {
  const {code, output} = await doctor()
  expect({code, failed: output.match(/^fail/m)}).toEqual({code: 0, failed: null})
  expect(output).toContain('skip  Content, its tokens and its clock: the lake is not running; "npm start" starts it')
  expect(output).not.toContain('METRICS_PORT')
  expect(readdirSync(join(dataDir, '..'))).toEqual([])
})

test('a first build that is under way is waited for, one that was cut off is made anew', async () => {
  const studio = environment.STUDIO_BUILD_DIR ?? ''
  mkdirSync(studio, {recursive: true})
  writeFileSync(join(studio, 'index.html'), '')
  const unlock = lockFile(`${studio}.lock`, {owner: 'npm start', guards: '', remedy: ''})
  expect((await doctor()).output).toContain('warn  The first build of the Studio is under way. Wait for it.')
  unlock()
  expect((await doctor()).output).toContain('warn  The build of the Studio was cut off, or not made by "npm start"')
})

test('a database of enquiries that has been emptied is a failure that names what helps', async () => {
  const file = join(dataDir, 'enquiries/enquiries.db')
  await (await openDatabase({file})).close()
  truncateSync(file)
  const {code, failed} = await doctor()
  expect(code).toBe(1)
  expect(failed.join()).toMatch(
    /enquiries\.db is empty, so enquiries were lost.*Restore a backup with another DATA_DIR/,
  )
})

test('while stopped it changes nothing in the data folder', async () => {
  const database = await openDatabase({file: join(dataDir, 'enquiries/enquiries.db')})
  await database.close()
  const before = traces()
  expect((await doctor()).code).toBe(0)
  expect(traces()).toEqual(before)
})

test('each wrong setting is one line in its reader’s words, and the other checks go on', async () => {
  const {code, output, failed} = await doctor({PORT: 'three', DATABASE_URL: 'mysql://x', BACKUP_IDENTITY: '/nowhere'})
  expect(code).toBe(1)
  expect(failed).toEqual([
    'fail  PORT is not a port number. Correct it in the environment or in .env.local, or unset it.',
    expect.stringMatching(/^fail {2}DATABASE_URL is not a postgres/),
    expect.stringMatching(/^fail {2}BACKUP_IDENTITY names no file/),
  ])
  expect(output).toContain('ok    Packages as')
  expect(output).toContain('ok    Disk of ')
})

test('a port that another program holds', async () => {
  const server = createServer((socket) => socket.end('no HTTP'))
  const port = String(await listen(server))
  onTestFinished(() => void server.close())
  const {code, failed} = await doctor({PORT: port})
  expect({code, failed}).toEqual({
    code: 1,
    failed: [`fail  Port ${port} is in use. Stop the program that holds it, or choose another: PORT=<port>.`],
  })
})

test('ports of metrics are looked at where they are set: free, of this product, or held by another program', async () => {
  const [free, ours] = [String(await freePort()), String(await freePort())]
  const set = await doctor({METRICS_PORT: free, LAKE_METRICS_PORT: ours})
  expect(set.output).toContain(`ok    Port ${free} (METRICS_PORT) is free`)
  expect(set.output).toContain(`ok    Port ${ours} (LAKE_METRICS_PORT) is free`)

  await startLake(['--metrics-port', ours])
  const server = createServer((socket) => socket.end('no HTTP'))
  const taken = String(await listen(server))
  onTestFinished(() => void server.close())
  const {output, failed} = await doctor({METRICS_PORT: taken, LAKE_METRICS_PORT: ours})
  expect(output).toContain(`ok    Port ${ours} (LAKE_METRICS_PORT): the lake is running`)
  expect(failed.join()).toContain(
    `Port ${taken} is in use. Stop the program that holds it, or choose another: METRICS_PORT=`,
  )
})

test('a port that another start of this project holds is not this one’s', async () => {
  await startSite()
  const {failed} = await doctor({DATA_DIR: join(dataDir, 'other')})
  expect(failed).toEqual([expect.stringContaining(`Port ${environment.PORT} is in use. Stop the program`)])
})

test('a site whose lake is away', async () => {
  await startSite()
  const {code, failed} = await doctor()
  expect(code).toBe(1)
  expect(failed).toEqual([expect.stringContaining('connection refused. Look at its log, and restart the product.')])
})

test('secrets that others may read, and a damaged one', async () => {
  const lake = join(dataDir, 'lake')
  mkdirSync(lake, {recursive: true, mode: 0o700})
  writeFileSync(join(lake, 'lake.db'), '', {mode: 0o600})
  writeFileSync(join(lake, 'tokens.json'), '{"read": "kept-read-token"', {mode: 0o600})
  for (const name of ['webhook-secret', 'users.json']) writeFileSync(join(dataDir, name), 'secret-in-file')
  for (const name of ['webhook-secret', 'users.json']) chmodSync(join(dataDir, name), 0o644)
  const {code, output, failed} = await doctor()
  expect(code).toBe(1)
  expect(failed).toEqual([
    ...['users.json', 'webhook-secret'].map((name) =>
      expect.stringMatching(new RegExp(`${name} is open to other users. Run: chmod go= ".*${name}"`)),
    ),
    expect.stringContaining('users.json is no list of people. Write'),
    expect.stringContaining('lake.db is empty, although a lake has worked in its folder; put a backup in its place'),
    expect.stringContaining('tokens.json is damaged or incomplete. Restore it from a backup'),
  ])
  expect(output).not.toMatch(/kept-read-token|secret-in-file/)
})

test('a folder that cannot be made, as JSON', async () => {
  writeFileSync(join(dataDir, '../file'), '')
  const {code, output} = await doctor({DATA_DIR: join(dataDir, '../file/data')}, ['--json'])
  expect(code).toBe(1)
  expect(JSON.parse(output)).toContainEqual({
    state: 'fail',
    text: expect.stringMatching(/cannot be written\. A file is named where a folder is needed.*set DATA_DIR/),
  })
})

describe('started with npm', () => {
  test('says that nothing is installed, on any Node, and installs nothing', () => {
    const copy = temporaryFolder()
    mkdirSync(join(copy, 'scripts'))
    for (const file of ['bootstrap.mjs', 'installedPackages.mjs']) {
      copyFileSync(join(root, 'scripts', file), join(copy, 'scripts', file))
    }
    const {status, stdout} = spawnSync(process.execPath, [join(copy, 'scripts/bootstrap.mjs'), 'doctor'], {
      encoding: 'utf8',
    })
    expect({status, stdout}).toEqual({
      status: 1,
      stdout: 'fail  The dependencies are not installed. Run "npm start", which installs them, or "npm ci".\n',
    })
    expect(readdirSync(copy)).toEqual(['scripts'])
  })
})

test('no secret of any variable is in the output', async () => {
  const names = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(
    ([, name = '']) => name,
  )
  const port = await freePort()
  const away = `127.0.0.1:${port}`
  const secret = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789+/=%&$'),
    minLength: 12,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(secret, {minLength: names.length, maxLength: names.length}), async (secrets) => {
      const values = Object.fromEntries(names.map((name, index) => [name, `zq${secrets[index]}`]))
      const part = (name: string) => encodeURIComponent(values[name] ?? '')
      const {PORT: _, ...fitting} = environment
      const usable = {
        ...values,
        ...fitting,
        PORT: environment.PORT ?? '',
        HOST: '127.0.0.1',
        TRUSTED_PROXIES: '',
        NEXT_PUBLIC_SITE_URL: '',
        NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123',
        NEXT_PUBLIC_SANITY_DATASET: '',
        NEXT_PUBLIC_SANITY_API_HOST: `http://user:${part('NEXT_PUBLIC_SANITY_API_HOST')}@${away}`,
        SITE_PROXY_URL: `http://user:${part('SITE_PROXY_URL')}@${away}`,
        REDIS_URL: `redis://user:${part('REDIS_URL')}@${away}`,
        DATABASE_URL: `postgres://user:${part('DATABASE_URL')}@${away}/x?password=${part('DATABASE_URL')}`,
        SMTP_URL: `smtp://user:${part('SMTP_URL')}@${away}`,
        ENQUIRY_WEBHOOK_URL: `http://${away}/robot?key=${part('ENQUIRY_WEBHOOK_URL')}`,
        ENQUIRY_WEBHOOK_FORMAT: 'json',
        ...Object.fromEntries(
          ['LIGHT_PAGES', 'LOG_FORMAT', 'LOG_REQUESTS', 'CONTENT_FALLBACK', 'SANITY_API_TIMEOUT'].map((name) => [
            name,
            '',
          ]),
        ),
        ENQUIRY_RETENTION_DAYS: '',
        STUDIO_DEV_PORT: '',
        METRICS_PORT: '',
        LAKE_METRICS_PORT: '',
        NEXT_PUBLIC_SANITY_STUDIO_URL: '',
      }
      // Once with settings that are used, once with secrets where settings should be.
      const outputs = [await doctor(usable), await doctor({...values, ...fitting, TRUSTED_PROXIES: '', HOST: ''})]
      for (const {output, code} of outputs) {
        expect(code).toBe(1)
        expect(output).toMatch(/\d+ failed, /)
        for (const value of Object.values(values)) {
          expect(output).not.toContain(value)
          expect(output).not.toContain(encodeURIComponent(value))
        }
      }
    }),
    {numRuns: 3},
  )
})
