import {type ChildProcess, spawn} from 'node:child_process'
import {cpSync, mkdirSync, readFileSync, rmSync} from 'node:fs'
import {Agent, get} from 'node:http'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {expect, test} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {freePort} from '../support/freePort.ts'
import {sendWebhook} from '../support/sendWebhook.ts'
import {withoutBreaks} from '../support/siteUrls.ts'
import {startRedis, type TestRedis} from '../support/startRedis.ts'
import {testEnvironment, testProduct} from '../support/testProduct.ts'
import {untilSettled} from '../support/untilSettled.ts'

/** `npm start` with two instances at one port, with the content of the test product's lake as hosted content. */
const sitePort = testProduct.sitePort + 8
const siteUrl = `http://localhost:${sitePort}`
const buildDir = '.next-test-deploy'
const dataDir = join(root, '.data/test-deploy')
const secret = 'webhook-secret-of-the-deploys'
const lakePort = new URL(testProduct.studioUrl).port

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...testEnvironment(),
  PORT: String(sitePort),
  DATA_DIR: dataDir,
  STUDIO_BUILD_DIR: join(dataDir, 'studio'),
  SITE_BUILD_DIR: buildDir,
  NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
  NEXT_PUBLIC_SANITY_API_HOST: `http://localhost:${lakePort}`,
  NEXT_PUBLIC_SANITY_STUDIO_URL: testProduct.studioUrl,
  SANITY_WEBHOOK_SECRET: secret,
  INSTANCES: '2',
  NODE_ENV: 'production',
}

/** A build may take minutes on a machine that does much at once. */
const buildLimit = 1_800_000
test.setTimeout(2 * buildLimit)

const removeBuilds = () => {
  for (const folder of [buildDir, `${buildDir}-instance-2`, `${buildDir}-releases`])
    rmSync(join(root, folder), {recursive: true, force: true})
  rmSync(dataDir, {recursive: true, force: true})
}

let product: ChildProcess | undefined
let redis: TestRedis
let output = ''
let title: {zh: string; en: string}

test.beforeAll(async () => {
  title = await content.fetch('*[_id == "page-test"][0].title')
  removeBuilds()
  mkdirSync(dataDir, {recursive: true})
  redis = await startRedis(await freePort())
  environment.REDIS_URL = redis.url
  // A build of other settings: those of the product under test.
  cpSync(join(root, testProduct.siteBuildDir), join(root, buildDir), {recursive: true})
})

test.afterAll(async ({request}) => {
  product?.kill('SIGTERM')
  await new Promise((resolve) => (product ? product.once('exit', resolve) : resolve(undefined)))
  await publishEdit('page-test', {title})
  await redis.kill()
  removeBuilds()
  // The product under test gets webhooks of all these edits, too.
  await untilSettled(request)
})

const run = (script: string, args: string[], env = environment): ChildProcess => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts', script), ...args],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return child
}

/** Deploys, and expects that exit code; shows what was printed if it is another. */
async function deploy(code: number, args: string[] = [], env = environment): Promise<void> {
  const begun = output.length
  const exit = await new Promise<number | null>((resolve) => run('deploy.ts', args, env).once('close', resolve))
  expect(exit, output.slice(begun)).toBe(code)
}

const buildOf = (folder: string) => readFileSync(join(root, folder, 'BUILD_ID'), 'utf8').trim()

/** Asks on many connections at once, so that each instance gets some. */
const askAll = (path: string) =>
  Promise.all(Array.from({length: 30}, () => fetch(siteUrl + path, {headers: {connection: 'close'}})))

/** Asks until both instances have answered. Resolves with the builds that they serve, each once. */
async function served(): Promise<string[]> {
  const builds = new Map<string | null, string>()
  const ask = async () => {
    for (const ready of await askAll('/h5/api/ready')) {
      const {build} = await ready.json()
      builds.set(ready.headers.get('x-instance'), build)
    }
    return builds.size
  }
  await expect.poll(ask).toBe(2)
  return [...new Set(builds.values())]
}

/** Asks for pages all the time, on connections that are kept and on new ones, until told to stop. */
function startTraffic() {
  const agents = [new Agent({keepAlive: true, maxSockets: 2}), new Agent({keepAlive: false})]
  const paths = ['/h5', '/h5/en/lims', '/h5/test', '/h5/api/live']
  const failures: string[] = []
  let count = 0
  let stopping = false
  const ask = (agent: Agent, path: string) =>
    new Promise<string | undefined>((resolve) => {
      const request = get(siteUrl + path, {agent}, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode === 200 ? undefined : `${path}: ${response.statusCode}`))
        response.once('error', (error) => resolve(`${path}: ${error.message}`))
      })
      request.once('error', (error) => resolve(`${path}: ${error.message}`))
    })
  const loops = agents.map(async (agent) => {
    while (!stopping) {
      const failure = await ask(agent, paths[count++ % paths.length] ?? '')
      if (failure) failures.push(failure)
      // The build needs the processor, too.
      await delay(50)
    }
    agent.destroy()
  })
  return async () => {
    stopping = true
    await Promise.all(loops)
    return {count, failures}
  }
}

/** Publishes a title every two seconds, each with its webhook, until told to stop. Returns the last one. */
function startPublishing() {
  let last = ''
  let stopping = false
  const loop = (async () => {
    for (let number = 1; !stopping; number++) {
      last = `第 ${number} 个标题`
      await publishEdit('page-test', {'title.zh': last})
      // Sends again while the site says that the content API does not answer in time, as the content API does.
      await expect.poll(() => sendWebhook(siteUrl, secret, 'page-test')).toBe(200)
      await delay(2000)
    }
  })()
  return async () => {
    stopping = true
    await loop
    return last
  }
}

test('visitors and publishers notice nothing of a release, of one that fails, and of the way back', {
  tag: '@long',
}, async () => {
  product = run('start.ts', [])
  await expect.poll(() => output).toContain('The last build is served')
  const old = await served()
  expect(old).toEqual([buildOf(buildDir)])

  const [stopTraffic, stopPublishing] = [startTraffic(), startPublishing()]
  try {
    await expect.poll(() => output, {timeout: buildLimit}).toMatch(/Release \d+-\w+ is served/)
    const made = await served()
    expect(made).not.toEqual(old)
    expect(made).toEqual([buildOf(`${buildDir}-releases/current/.next`)])

    await deploy(1, [], {...environment, NEXT_PUBLIC_SITE_URL: 'https://www.example.com'})
    expect(output).toContain('What runs has other settings than this shell: NEXT_PUBLIC_SITE_URL')
    // The content API cannot be that quick.
    await deploy(1, [], {...environment, SANITY_API_TIMEOUT: '1'})
    expect(output).toContain('The release could not be built')
    expect(await served()).toEqual(made)

    await deploy(0, ['--rollback'])
    expect(await served()).toEqual(old)
    await deploy(1, ['--rollback'])
    expect(output).toContain('There is no release before the one that is served')
  } finally {
    const [last, {count, failures}] = [await stopPublishing(), await stopTraffic()]
    expect(failures).toEqual([])
    expect(count).toBeGreaterThan(100)
    const isShown = async () => {
      const texts = await Promise.all((await askAll('/h5/test')).map((page) => page.text()))
      return texts.every((text) => withoutBreaks(text).includes(last))
    }
    await expect.poll(isShown).toBe(true)
  }
})
