import {spawn} from 'node:child_process'
import cluster from 'node:cluster'
import {once} from 'node:events'
import {writeFileSync} from 'node:fs'
import {get} from 'node:http'
import {join, relative} from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {untilReady} from './scripts/product/untilReady.ts'
import {bareEnvironment} from './tests/support/bareEnvironment.ts'
import {freePort} from './tests/support/freePort.ts'
import {temporaryFolder} from './tests/support/temporaryFolder.ts'

/**
 * Stands for Next, and answers `/h5/slow` after the signal that comes last. It has a delivery under way, which ends with
 * another signal.
 */
const next = `export default () => ({
  prepare: async () => {
    if (process.env.REDIS_URL) process.stdout.write(process.env.SELF_PORT)
    globalThis.siteInstance.endDeliveries = async () => {
      const connection = setInterval(() => {}, 1000)
      await new Promise((resolve) => process.once('SIGUSR2', resolve))
      clearInterval(connection)
      process.stdout.write(' delivered')
    }
  },
  close: async () => void process.stdout.write(' closed'),
  getRequestHandler: () => async ({url}, response) => {
    if (url === '/h5/compared') {
      globalThis.siteInstance.hasCompared = true
      globalThis.siteInstance.onCompared()
    }
    if (url !== '/h5/slow') return response.end(process.cwd())
    process.once('SIGWINCH', () => response.end('answered'))
    process.stdout.write('asked')
  },
})`
const asScript = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`
const replaceNext = asScript(`import {registerHooks} from 'node:module'
  registerHooks({
    resolve: (name, context, resolve) =>
      name === 'next' ? {url: ${JSON.stringify(asScript(next))}, shortCircuit: true} : resolve(name, context),
  })`)

const root = import.meta.dirname

/** Variables of a site with a build that holds what the server reads itself. */
function environmentOf(port: number) {
  const build = temporaryFolder()
  writeFileSync(join(build, 'BUILD_ID'), 'build')
  const preview = {previewModeId: 'id'}
  writeFileSync(join(build, 'prerender-manifest.json'), JSON.stringify({preview}))
  return {NODE_ENV: 'production' as const, PORT: String(port), SITE_BUILD_DIR: relative(root, build), DATA_DIR: build}
}

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
] as const)('a site that is told to end by %s and again by %s finishes what it has begun', async (first, second) => {
  const port = await freePort()
  const site = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', replaceNext, join(root, 'server.ts')],
    {
      cwd: temporaryFolder(),
      env: {...bareEnvironment, ...environmentOf(port)},
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void site.kill('SIGKILL'))
  let output = ''
  site.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(site, 'exit')
  await untilReady(`http://127.0.0.1:${port}/h5`)
  expect(await (await fetch(`http://127.0.0.1:${port}/h5`)).text()).toBe(root)
  const answer = new Promise<string>((resolve, reject) => {
    get(`http://127.0.0.1:${port}/h5/slow`, {agent: false}, (response) => {
      response.setEncoding('utf8').once('data', resolve)
    }).once('error', reject)
  })
  await once(site.stdout, 'data')
  site.kill(first)
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/h5`).catch(() => 'refused')).toBe('refused')
  site.kill(second)
  // Pending signals arrive by number, the lowest first, and this one has the highest.
  site.kill('SIGWINCH')
  expect(await answer).toBe('answered')
  site.kill('SIGUSR2')
  expect(await ended).toEqual([0, null])
  expect(output).toBe('asked delivered closed')
})

test('while one process takes over from another, the metrics are of that which serves', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const execArgv = ['--disable-warning=ExperimentalWarning', '--import', replaceNext]
  cluster.setupPrimary({exec: join(root, 'server.ts'), execArgv, args: [], silent: true})
  const env = {...environmentOf(port), METRICS_PORT: String(metricsPort)}
  const fork = async (instance: string) => {
    const worker = cluster.fork({...env, INSTANCE_ID: instance})
    onTestFinished(() => void worker.process.kill('SIGKILL'))
    await once(worker, 'message')
    return worker
  }
  const serve = async (worker: Awaited<ReturnType<typeof fork>>) => {
    worker.send('serve')
    await once(worker, 'message')
  }
  /** Instances that answer, each time on a new connection. */
  const answering = async () => {
    const ask = async () => {
      const headers = {connection: 'close'}
      const {headers: answered} = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, {headers})
      return answered.get('x-instance')
    }
    return new Set(await Promise.all(Array.from({length: 20}, ask)))
  }
  const old = await fork('old')
  await serve(old)
  expect(await answering()).toEqual(new Set(['old']))
  const slow = fetch(`http://127.0.0.1:${port}/h5/slow`)
  if (old.process.stdout) await once(old.process.stdout, 'data')
  const next = await fork('new')
  expect(await answering()).toEqual(new Set(['old']))
  await serve(next)
  old.process.kill('SIGTERM')
  await expect.poll(answering).toEqual(new Set(['new']))
  old.process.kill('SIGWINCH')
  await slow
})

test('one of several instances is there for visitors once it has compared its pages, and for itself before', async () => {
  const port = await freePort()
  const site = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', replaceNext, join(root, 'server.ts')],
    {
      cwd: temporaryFolder(),
      env: {...bareEnvironment, ...environmentOf(port), REDIS_URL: 'redis://127.0.0.1:1'},
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void site.kill('SIGKILL'))
  const [ownPort] = await once(site.stdout, 'data')
  const ask = (from: string, path = '/h5') =>
    fetch(`http://127.0.0.1:${from}${path}`).then(
      ({status}) => status,
      () => 'refused',
    )
  await untilReady(`http://127.0.0.1:${ownPort}/h5`)
  expect(await ask(String(port))).toBe('refused')
  expect(await ask(ownPort, '/h5/compared')).toBe(200)
  await expect.poll(() => ask(String(port))).toBe(200)
})
