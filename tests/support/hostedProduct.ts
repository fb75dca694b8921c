import {type ChildProcess, spawn} from 'node:child_process'
import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {siteWebhook} from '../../sanity/siteWebhook.ts'
import {root} from '../../scripts/product/paths.ts'
import {untilReady} from '../../scripts/product/untilReady.ts'
import {testEnvironment, testProduct} from './testProduct.ts'

const sitePort = testProduct.sitePort + 10
const lakePort = testProduct.lakePort + 10
const projectId = 'demo123'
const dataDir = join(root, '.data/test-hosted')
const secret = 'webhook-secret-of-the-hosted-project'

/** The product in hosted mode; `<project>.localhost` stands for `<project>.api.sanity.io`. */
export const hostedProduct = {
  siteUrl: `http://localhost:${sitePort}`,
  projectUrl: `http://${projectId}.localhost:${lakePort}`,
}

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ...testEnvironment(),
  PORT: String(sitePort),
  LAKE_PORT: String(lakePort),
  DATA_DIR: dataDir,
  SITE_BUILD_DIR: '.next-test-hosted',
  STUDIO_BUILD_DIR: join(dataDir, 'studio'),
  NEXT_PUBLIC_SANITY_PROJECT_ID: projectId,
  NEXT_PUBLIC_SANITY_API_HOST: `http://localhost:${lakePort}`,
  NEXT_PUBLIC_SANITY_STUDIO_URL: hostedProduct.projectUrl,
  SANITY_WEBHOOK_SECRET: secret,
}

/**
 * Sets the product up for hosted Sanity as documented, with a lake in place of Sanity's servers: builds and deploys the
 * Studio, imports the seed with `npm run seed`, adds the webhook, and runs the site with a project id. Returns a stop
 * function.
 */
export async function startHostedProduct(): Promise<() => Promise<void>> {
  rmSync(join(dataDir, 'lake'), {recursive: true, force: true})
  await run(join(root, 'node_modules/.bin/sanity'), ['build', join(dataDir, 'studio'), '--yes'], join(root, 'studio'))
  const webhooks = join(dataDir, 'webhooks.json')
  const lakeArguments = [
    ...['--project', projectId, '--port', String(lakePort), '--dir', join(dataDir, 'lake')],
    ...['--studio', join(dataDir, 'studio'), '--allow-origin', hostedProduct.siteUrl],
  ]
  const seeding = await startLake(lakeArguments)
  await run(process.execPath, [join(root, 'scripts/seed.ts')])
  await stop(seeding)

  writeFileSync(webhooks, JSON.stringify([siteWebhook(hostedProduct.siteUrl, secret)]))
  const lake = await startLake([...lakeArguments, '--webhook', webhooks])
  const site = spawn(process.execPath, [join(root, 'scripts/start.ts'), '--build-first'], {
    env: environment,
    cwd: root,
    stdio: 'inherit',
  })
  const stopAll = async () => {
    await stop(site)
    await stop(lake)
  }
  // It builds first, which takes minutes on a busy machine.
  const ready = untilReady(`${hostedProduct.siteUrl}/h5/api/health`, {limit: 1_500_000})
  await unlessEnded(site, 'The site', ready).catch(async (error: unknown) => {
    await stopAll()
    throw error
  })
  return stopAll
}

async function startLake(args: string[]): Promise<ChildProcess> {
  const cli = join(root, 'packages/content-lake/src/cli.ts')
  const lake = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, ...args], {
    env: environment,
    stdio: 'inherit',
  })
  await unlessEnded(lake, 'The lake', untilReady(`http://127.0.0.1:${lakePort}/v1/ping`))
  return lake
}

/** Rejects if the process ends before it is ready: another one may answer at its port. */
async function unlessEnded(child: ChildProcess, name: string, ready: Promise<unknown>): Promise<void> {
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}; its output says why.`))),
  )
  await Promise.race([ready, ended])
}

async function run(command: string, args: string[], cwd = root): Promise<void> {
  const code = await new Promise((resolve) =>
    spawn(command, args, {cwd, env: environment, stdio: 'inherit'}).once('close', resolve),
  )
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
