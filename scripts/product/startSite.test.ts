import {mkdirSync, readdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, onTestFinished, test, vi} from 'vitest'
import {freePort} from '@/tests/support/freePort.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {readSiteEnv} from '../../lib/env.ts'
import {developmentArguments, replaceAll, startSite} from './startSite.ts'
import type {Program, Replaceable} from './superviseProcess.ts'

const folder = vi.hoisted(() => ({dataDir: ''}))
vi.mock('./paths.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./paths.ts')>()),
  get dataDir() {
    return folder.dataDir
  },
}))

test.each([
  [undefined, ['--dns-result-order=ipv4first', 'dev', '--hostname', 'localhost']],
  ['::1', ['--dns-result-order=ipv6first', 'dev', '--hostname', 'localhost']],
  ['0.0.0.0', ['dev', '--hostname', '0.0.0.0']],
])('with HOST %s the site in development is started with %j', (given, expected) => {
  const {host} = readSiteEnv({HOST: given})
  const own = /^(?:--disable-warning|\/)/
  expect(developmentArguments(host).filter((argument) => !own.test(argument))).toEqual(expected)
})

/** A site that says which program it serves. The program `fails` when all others are ready. */
function startFakeSite(present: Program) {
  const site = {
    serves: present,
    stop: async () => {},
    replace: async (by: Program, others?: () => Promise<void>) => {
      if (by.args.includes('never ready')) throw new Error('It is not ready')
      await others?.()
      if (by.args.includes('fails')) throw new Error('It failed')
      site.serves = by
    },
  } satisfies Replaceable & {serves: Program}
  return site
}

const program = (name: string): Program => ({args: [name], env: {}})

test.each([
  [['new', 'new'], ['new', 'new'], undefined],
  [['new', 'never ready'], ['old 1', 'old 2'], 'It is not ready'],
  [['new', 'fails'], ['old 1', 'old 2'], 'It failed'],
])('instances serve one release, whatever fails: %j', async (by, served, failure) => {
  const before = [program('old 1'), program('old 2')]
  const sites = before.map(startFakeSite)
  const replaced = replaceAll(sites, by.map(program), before)
  await (failure ? expect(replaced).rejects.toThrow(failure) : replaced)
  expect(sites.map(({serves}) => serves.args[0])).toEqual(served)
})

/** The server of a build, which has compared its pages once somebody has read at the public port what it was asked. */
const slowServer = `
import {createServer} from 'node:http'
const asked = []
let hasCompared = false
const answer = ({url}, response) => {
  if (url === '/asked') {
    hasCompared = true
    return response.end(JSON.stringify(asked))
  }
  const isReady = url !== '/h5/api/ready' || hasCompared
  asked.push(url + (isReady ? '' : ': starting'))
  response.writeHead(isReady ? 200 : 503, {'x-instance': process.env.INSTANCE_ID}).end()
}
const own = createServer(answer)
own.listen({port: 0, host: '127.0.0.1', exclusive: true}, () => process.send({ownPort: own.address().port}))
process.on('message', (message) => {
  if (message === 'serve') createServer(answer).listen(process.env.PORT, '127.0.0.1', () => process.send('serving'))
})
`

test('the site is served while it still compares its pages, and waits for that where it is to be ready', async () => {
  folder.dataDir = temporaryFolder()
  writeFileSync(join(folder.dataDir, 'server.ts'), slowServer)
  const port = await freePort()
  const asked = async () => (await fetch(`http://127.0.0.1:${port}/asked`)).json()
  const site = await startSite({port, host: '127.0.0.1', env: {}}, {folder: folder.dataDir, buildDir: '.next'})
  onTestFinished(() => site.stop())
  expect(await asked()).not.toContain('/h5/api/ready')
  await site.compared()
  expect(await asked()).toContain('/h5/api/ready')
})

/** The server of a build, which has compared its pages when it is asked for the third time; says how often it was, and who it is. */
const comparingServer = `
import {createServer} from 'node:http'
let times = 0
const answer = ({url}, response) => {
  if (url === '/pid') return response.end(times + ' ' + process.pid)
  if (url === '/h5/api/ready') times += 1
  response.writeHead(url !== '/h5/api/ready' || times > 2 ? 200 : 503, {'x-instance': process.env.INSTANCE_ID}).end()
}
const own = createServer(answer)
own.listen({port: 0, host: '127.0.0.1', exclusive: true}, () => process.send({ownPort: own.address().port}))
process.on('message', (message) => {
  if (message === 'serve') createServer(answer).listen(process.env.PORT, '127.0.0.1', () => process.send('serving'))
})
`

/** Starts two instances of a server. `ask` resolves with what the public port answers at `/pid`, empty where nothing does. */
async function startTwoInstances(server: string) {
  folder.dataDir = temporaryFolder()
  writeFileSync(join(folder.dataDir, 'server.ts'), server)
  mkdirSync(join(folder.dataDir, '.next'))
  const port = await freePort()
  const starting = startSite(
    {port, host: '127.0.0.1', env: {}, instances: 2},
    {folder: folder.dataDir, buildDir: '.next'},
  )
  onTestFinished(async () => (await starting).stop())
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/pid`, {headers: {connection: 'close'}}).then(
      (response) => response.text(),
      () => '',
    )
  return {starting, ask}
}

test('an instance that is started again serves once it has compared its pages, as the others answer meanwhile', async () => {
  const {starting, ask} = await startTwoInstances(comparingServer)
  const read = async () => {
    const [times = 0, pid = 0] = (await ask()).split(' ').map(Number)
    return {times, pid}
  }
  const site = await starting
  await site.compared()
  const {pid} = await read()
  process.kill(pid, 'SIGKILL')
  const seen = new Map<number, number>()
  await expect
    .poll(async () => {
      const answer = await read()
      if (answer.pid && answer.pid !== pid && !seen.has(answer.pid)) seen.set(answer.pid, answer.times)
      return seen.size
    })
    .toBe(2)
  expect(Math.min(...seen.values())).toBeGreaterThan(2)
})

/** The server of a build whose comparison hangs, as the content API may. Leaves a file named after it once it was asked. */
const hangingServer = `
import {createServer} from 'node:http'
import {writeFileSync} from 'node:fs'
const answer = ({url}, response) => {
  if (url === '/pid') return response.end(String(process.pid))
  if (url === '/h5/api/ready') writeFileSync('asked-' + process.pid, '')
  response.writeHead(url === '/h5/api/ready' ? 503 : 200, {'x-instance': process.env.INSTANCE_ID}).end()
}
const own = createServer(answer)
own.listen({port: 0, host: '127.0.0.1', exclusive: true}, () => process.send({ownPort: own.address().port}))
process.on('message', (message) => {
  if (message === 'serve') createServer(answer).listen(process.env.PORT, '127.0.0.1', () => process.send('serving'))
})
`

test('an instance that waits for its comparison serves at once when the others die', async () => {
  const {ask} = await startTwoInstances(hangingServer)
  const askedPids = () =>
    readdirSync(folder.dataDir).flatMap((name) => /^asked-(\d+)$/.exec(name)?.slice(1).map(Number) ?? [])
  const servingPid = async () => Number(await ask())
  await expect.poll(servingPid).toBeGreaterThan(0)
  const first = await servingPid()
  await expect.poll(() => askedPids().filter((pid) => pid !== first)).toHaveLength(1)
  const [second] = askedPids().filter((pid) => pid !== first)
  process.kill(first, 'SIGKILL')
  await expect.poll(servingPid).toBeGreaterThan(0)
  expect(await servingPid()).toBe(second)
})

test('what Node has compiled of a release goes with it', async () => {
  const release = temporaryFolder()
  folder.dataDir = release
  writeFileSync(join(release, 'server.ts'), slowServer)
  const site = await startSite(
    {port: await freePort(), host: '127.0.0.1', env: {NODE_COMPILE_CACHE: temporaryFolder()}},
    {folder: release, buildDir: '.next'},
  )
  onTestFinished(() => site.stop())
  expect(readdirSync(join(release, 'node_modules/.cache/compiled'))).not.toEqual([])
})
