import {type ChildProcess, spawn, spawnSync} from 'node:child_process'
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, type Page} from '@playwright/test'
import {createClient} from '@sanity/client'
import {siteWebhook} from '../../sanity/siteWebhook.ts'
import {copyBuild} from '../../scripts/product/copyBuild.ts'
import {root} from '../../scripts/product/paths.ts'
import {untilReady} from '../../scripts/product/untilReady.ts'
import {writeUsersFile} from '../../scripts/product/writeUsersFile.ts'
import {readSeed} from './readSeed.ts'
import {startBuiltSite} from './startBuiltSite.ts'
import {testEnvironment, testProduct} from './testProduct.ts'

const port = testProduct.lakePort + 4
const folder = join(testProduct.dataDir, 'named-lake')
const cli = ['--disable-warning=ExperimentalWarning', join(root, 'packages/content-lake/src/cli.ts')]
const environment = {...process.env, ...testEnvironment()}

/** A lake with named logins, the seed and the Studio of the product under test. */
export const namedLake = {url: `http://localhost:${port}`, user: 'li-wei', password: 'a password for the tests'}

/** Its content, for a program that may write. */
export const namedLakeContent = createClient({
  projectId: 'local',
  dataset: 'production',
  apiVersion: '2025-02-19',
  useCdn: false,
  apiHost: namedLake.url,
  useProjectHostname: false,
  token: testProduct.writeToken,
})

/**
 * Starts the lake with one marketer, and others who have an id like their role and the same password. Returns a stop
 * function.
 */
export async function startNamedLake(...roles: string[]): Promise<() => Promise<void>> {
  rmSync(folder, {recursive: true, force: true})
  mkdirSync(join(folder, 'lake'), {recursive: true, mode: 0o700})
  const others = roles.map((role) => ({id: role, name: `Somebody, ${role}`, roles: [role]}))
  const people = [{id: namedLake.user, name: '李伟', roles: ['marketer']}, ...others]
  writeFileSync(join(folder, 'users.json'), JSON.stringify(people))
  const set = spawnSync(process.execPath, [...cli, ...commonOptions(), '--set-password', '--user', namedLake.user], {
    env: environment,
    input: `${namedLake.password}\n`,
  })
  if (set.status !== 0) throw new Error(set.stderr.toString())
  // The others get what is written of it: a process for each took a second of processor time.
  const passwords = join(folder, 'lake/user-passwords.json')
  const {[namedLake.user]: hash} = JSON.parse(readFileSync(passwords, 'utf8'))
  writeFileSync(passwords, JSON.stringify(Object.fromEntries(people.map(({id}) => [id, hash]))))
  const stopLake = await serveLake()
  await namedLakeContent.mutate(readSeed().map((createOrReplace) => ({createOrReplace})))
  return stopLake
}

const commonOptions = () => ['--dir', join(folder, 'lake'), '--users', writeUsersFile(folder) ?? '']

async function serveLake(...options: string[]): Promise<() => Promise<void>> {
  const served = ['--port', String(port), '--studio', join(testProduct.dataDir, 'studio')]
  const lake = spawn(process.execPath, [...cli, ...commonOptions(), ...served, ...options], {
    env: environment,
    stdio: 'inherit',
  })
  await untilReady(`${namedLake.url}/v1/ping`)
  return () => stop(lake)
}

const namedSitePort = testProduct.sitePort + 8
const siteBuild = `${testProduct.siteBuildDir}-named`

/** Site of the named lake, for programs. Browsers have it in the place of the product's site, whose address the Studio has built in. */
export const namedSite = {
  url: `http://localhost:${namedSitePort}`,
  /** Argument for Chromium. */
  inPlace: `--host-resolver-rules=MAP localhost:${testProduct.sitePort} localhost:${namedSitePort}`,
}

/** Starts the lake as `startNamedLake`, and a copy of the product's site that shows its content. Returns a stop function. */
export async function startNamedProduct(...roles: string[]): Promise<() => Promise<void>> {
  const secret = 'webhook-secret-of-the-named-product'
  const webhooks = join(testProduct.dataDir, 'named-webhooks.json')
  writeFileSync(webhooks, JSON.stringify([siteWebhook(namedSite.url, secret)]))
  // Without the webhooks of the seed, for which there is no site yet.
  const stopSeeding = await startNamedLake(...roles)
  await stopSeeding()
  const stopLake = await serveLake('--webhook', webhooks, '--allow-origin', testProduct.siteUrl)
  await copyBuild(join(root, testProduct.siteBuildDir), join(root, siteBuild))
  const site = await startBuiltSite({
    ...environment,
    PORT: String(namedSitePort),
    DATA_DIR: folder,
    SITE_BUILD_DIR: siteBuild,
    NEXT_PUBLIC_SITE_URL: testProduct.siteUrl,
    NEXT_PUBLIC_SANITY_API_HOST: namedLake.url,
    SANITY_WEBHOOK_SECRET: secret,
    NODE_ENV: 'production',
  })
  return async () => {
    await site.stop()
    await stopLake()
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Signs somebody in at the lake's login page, in any language. It leads to a page that loads no Studio, which takes seconds. */
export async function signIn(page: Page, user: string, password = namedLake.password): Promise<void> {
  await page.goto(`${namedLake.url}/lake/login?next=/lake/account`)
  await page.locator('input[name=name]').fill(user)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button').click()
  // Another address, opened at once, would cut the sign-in off.
  await expect(page.locator('input[name=password]')).toHaveCount(0)
}
