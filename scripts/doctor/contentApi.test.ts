import {mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs'
import {createServer, type RequestListener} from 'node:http'
import {join} from 'node:path'
import {createLake} from 'embedded-content-lake'
import {expect, onTestFinished, test, vi} from 'vitest'
import {pageId, routes} from '@/lib/routes.ts'
import {readContentSource} from '@/sanity/env.ts'
import {freePort} from '@/tests/support/freePort.ts'
import {listen} from '@/tests/support/listen.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {runCheck} from './checkResult.ts'
import {checkClock, checkContent, checkLake, checkTokens} from './contentApi.ts'

const token = 'viewer-token'
const pages = routes.map(pageId)

const hang: RequestListener = () => {}

/** Stands for hosted Sanity. */
async function ask(answer: RequestListener, env: Record<string, string> = {}) {
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return askAt(await listen(server, 'localhost'), env, answer === hang ? 500 : undefined)
}

/** The limit is one that a busy machine keeps, unless no answer will come. */
async function askAt(port: number, env: Record<string, string> = {}, limit = 60_000) {
  const source = readContentSource({
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123',
    NEXT_PUBLIC_SANITY_API_HOST: `http://localhost:${port}`,
  })
  const all = {NODE_ENV: 'test' as const, SANITY_API_READ_TOKEN: token, ...env}
  return checkContent(source, {running: false, env: all, limit})
}

const withPages =
  (ids: string[]): RequestListener =>
  ({headers}, response) => {
    if (headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end()
    if (headers['x-sanity-project-id'] !== 'abc123') return void response.writeHead(404).end()
    response.end(JSON.stringify({result: ids}))
  }

test('a project with all pages is well', async () => {
  expect(await ask(withPages(pages))).toMatchObject([
    {state: 'ok', text: expect.stringContaining('has all 50 pages')},
    {state: 'ok', text: expect.stringMatching(/^Clock is within 5 s/)},
  ])
})

test.each<[string, RequestListener, string, Record<string, string>?]>([
  ['a refused read token', withPages(pages), 'set SANITY_API_READ_TOKEN', {SANITY_API_READ_TOKEN: 'other'}],
  ['a refused write token', withPages(pages), 'Correct SANITY_API_WRITE_TOKEN', {SANITY_API_WRITE_TOKEN: 'other'}],
  ['a dataset without pages', withPages([]), 'lacks 50 of 50 pages (/, '],
  ['a dataset that lacks one', withPages(pages.slice(1)), 'Run "npm run seed"'],
  ['an unknown project', (_, response) => response.writeHead(404).end(), 'Correct NEXT_PUBLIC_SANITY_PROJECT_ID'],
  ['another program', (_, response) => response.end('<html>'), 'Check NEXT_PUBLIC_SANITY_API_HOST'],
  ['an API that fails', (_, response) => response.writeHead(500).end(), 'answers with 500'],
  ['an API that hangs', hang, 'no answer in time. Check the network'],
])('%s is a failure with a remedy', async (_, answer, remedy, env) => {
  const failed = (await ask(answer, env)).filter(({state}) => state === 'fail')
  expect(failed).toHaveLength(1)
  expect(failed[0]?.text).toContain(remedy)
})

test('an API that is away is a failure', async () => {
  expect(await askAt(await freePort())).toMatchObject([
    {state: 'fail', text: expect.stringContaining('connection refused. Check the network')},
  ])
})

test('a lake that is away is one only while the product runs', async () => {
  const source = readContentSource({LAKE_PORT: String(await freePort())})
  const env = {NODE_ENV: 'test' as const}
  expect(await checkContent(source, {running: false, env})).toMatchObject([{state: 'skip'}])
  expect(await checkContent(source, {running: true, env})).toMatchObject([{state: 'fail'}])
})

test('pictures whose files are gone are a failure that names them', async () => {
  const folder = temporaryFolder()
  const lake = await createLake({dir: join(folder, 'lake'), port: 0, log: () => {}})
  onTestFinished(() => lake.close())
  const upload = (text: string) =>
    fetch(`${lake.url}/v2025-02-19/assets/files/production?filename=${text}.txt`, {
      method: 'POST',
      headers: {Authorization: `Bearer ${lake.tokens.write}`},
      body: text,
    })
  await upload('first')
  const source = readContentSource({NEXT_PUBLIC_SANITY_API_HOST: lake.url})
  const env = {NODE_ENV: 'test' as const, SANITY_API_READ_TOKEN: lake.tokens.read}
  const lakePort = Number(new URL(lake.url).port)
  const filesOf = async () =>
    (await checkContent(source, {running: true, env, folder, lakePort})).filter(({text}) => text.includes('downloads'))
  expect(await filesOf()).toMatchObject([{state: 'ok', text: expect.stringContaining('all 1 ')}])
  const assets = join(folder, 'lake/assets')
  const [kept = ''] = readdirSync(assets)
  await upload('second')
  const lost = readdirSync(assets).filter((name) => name !== kept)
  for (const name of lost) rmSync(join(assets, name))
  expect(await filesOf()).toMatchObject([{state: 'fail', text: expect.stringContaining(`1 of 2 files`)}])
  expect((await filesOf())[0]?.text).toContain(`(${lost.join()})`)
  await upload('second')
  expect(await filesOf()).toMatchObject([{state: 'ok'}])
})

test('files of a content API on another machine are not looked for in the lake’s folder on this one', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'lake/assets'), {recursive: true})
  const elsewhere = await createLake({dir: temporaryFolder(), port: 0, log: () => {}})
  onTestFinished(() => elsewhere.close())
  const uploaded = await fetch(`${elsewhere.url}/v2025-02-19/assets/files/production?filename=a.txt`, {
    method: 'POST',
    headers: {Authorization: `Bearer ${elsewhere.tokens.write}`},
    body: 'text',
  })
  expect(uploaded.status).toBe(200)
  const source = readContentSource({NEXT_PUBLIC_SANITY_API_HOST: elsewhere.url})
  const env = {NODE_ENV: 'test' as const, SANITY_API_READ_TOKEN: elsewhere.tokens.read}
  const findings = await checkContent(source, {running: true, env, folder, lakePort: await freePort()})
  expect(findings.filter(({text}) => text.includes('downloads'))).toEqual([])
})

test('a stopped product whose lake would not start is a failure, by what keeps it', async () => {
  const folder = temporaryFolder()
  expect(await checkLake(folder)).toEqual([])
  const lake = join(folder, 'lake')
  mkdirSync(lake)
  expect(await checkLake(folder)).toMatchObject([{state: 'ok'}])
  writeFileSync(join(lake, 'lake.db'), 'no database'.repeat(1000))
  writeFileSync(join(lake, 'password.json'), '{')
  writeFileSync(join(folder, 'users.json'), '[{"id": "li", "name": "Li", "roles": ["boss"]}]')
  expect(await checkLake(folder)).toEqual([
    {state: 'fail', text: expect.stringContaining('lake.db is damaged or no lake database; move it away')},
    {state: 'fail', text: expect.stringContaining('password.json cannot be read')},
    {state: 'fail', text: expect.stringContaining('there is no role "boss"')},
  ])
  writeFileSync(join(folder, 'users.json'), '[')
  expect((await checkLake(folder))[0]?.text).toContain('users.json is no list of people')
})

test('hosted content needs a read token and the secret of its webhook', () => {
  const source = readContentSource({NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc123'})
  expect(checkTokens(source, {NODE_ENV: 'test'})).toMatchObject([{state: 'fail'}, {state: 'warn'}])
  const env = {NODE_ENV: 'test' as const, SANITY_API_READ_TOKEN: token, SANITY_WEBHOOK_SECRET: 'secret'}
  expect(checkTokens(source, env)).toMatchObject([{state: 'ok'}, {state: 'ok'}])
})

test.each([
  [0, 'ok'],
  [-4, 'ok'],
  [30, 'warn'],
  [-3600, 'fail'],
])('a clock that is %i s ahead: %s', (seconds, state) => {
  const now = Date.UTC(2026, 10, 23)
  const finding = checkClock(new Date(now - seconds * 1000).toUTCString(), now)
  expect(finding.state).toBe(state)
  if (state !== 'ok') expect(finding.text).toContain(seconds > 0 ? 'ahead' : 'behind')
})

test('tokens that this user cannot read are not called damaged, as nobody is to remove them', async () => {
  const dataDir = temporaryFolder()
  // Root, who may run this, can read any file.
  mkdirSync(join(dataDir, 'lake/tokens.json'), {recursive: true})
  writeFileSync(join(dataDir, 'lake/lake.db'), '')
  vi.stubEnv('DATA_DIR', dataDir)
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllEnvs())
  const own = await import('./contentApi.ts')
  const run = () => own.checkTokens(readContentSource({}), {NODE_ENV: 'test'})
  const [{text} = {text: ''}] = await runCheck({name: 'Tokens', run})
  expect(text).toMatch(/^Tokens could not be checked/)
})
