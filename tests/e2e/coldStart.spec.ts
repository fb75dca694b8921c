import {spawn} from 'node:child_process'
import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from '@playwright/test'
import {createTestLake, type TestLake} from 'embedded-content-lake/testing'
import {root} from '../../scripts/product/paths.ts'
import {freePort} from '../support/freePort.ts'
import {type RunningSite, startBuiltSite} from '../support/startBuiltSite.ts'
import {testEnvironment} from '../support/testProduct.ts'

/** A site that is built from hostile content and starts with it, without any page from before. */
const buildDir = '.next-test-cold'
const secret = 'webhook-secret-of-the-cold-start'
const author = {id: 'write-token', name: 'Token', rights: 'write'} as const

let lake: TestLake
let site: RunningSite
let said = ''
let origin: string
const removeBuild = () => rmSync(join(root, buildDir), {recursive: true, force: true})

/** Deletes documents with all that refers to them, as an administrator or a program may. */
function spoil(): void {
  const gone = ['page-home', 'page-privacy', 'navigation', 'siteSettings']
  const text = {_type: 'localeString', zh: '长'.repeat(1_000_000), en: 'x'.repeat(1_000_000)}
  const ref = (_ref: string) => ({_type: 'reference', _ref, _weak: true})
  const photo = {_type: 'photo', asset: ref('file-0-txt'), alt: text}
  const names = ['..', '%2f', '_next', 'api', 'lims', 'LIMS', 'a/b', '']
  lake.commit({
    author,
    mutations: [
      {delete: {id: gone}},
      {create: {_id: 'file-0-txt', _type: 'sanity.fileAsset', url: 'javascript:1', path: '../../x'}},
      {patch: {id: 'page-net', set: {title: text, seo: {image: photo}}}},
      {patch: {id: 'page-odoo', set: {middleware: ['auth']}}},
      {patch: {id: 'page-java', set: {product: ref('page-java'), module: ref('page-java')}}},
      {patch: {id: 'product-lims', set: {modules: [ref('product-lims')], product: ref('product-lims')}}},
      {patch: {id: 'page-story', set: {'blocks[0].photo': photo}}},
      ...names.map((anchor, index) => ({
        create: {...lake.document('scenario-lims'), _id: `scenario-odd${index}`, _type: 'scenario', anchor},
      })),
    ],
  })
}

test.beforeAll(async () => {
  test.setTimeout(1_800_000)
  removeBuild()
  lake = await createTestLake({seed: join(root, 'sanity/seed/data.ndjson')})
  spoil()
  const port = await freePort()
  origin = `http://localhost:${port}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...testEnvironment(),
    PORT: String(port),
    SITE_BUILD_DIR: buildDir,
    NEXT_PUBLIC_SANITY_API_HOST: lake.url,
    SANITY_API_READ_TOKEN: lake.tokens.read,
    SANITY_WEBHOOK_SECRET: secret,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  }
  const build = spawn(join(root, 'node_modules/.bin/next'), ['build'], {cwd: root, env: environment})
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => build.once('close', resolve))
  if (code !== 0) throw new Error(`The build ended with ${code}:\n${said}`)
  site = await startBuiltSite(environment)
})

test.afterAll(async () => {
  await site?.stop()
  await lake?.close()
  removeBuild()
})

const statusOf = async (path: string) => (await fetch(origin + path, {headers: {'accept-language': 'zh'}})).status

test('a site is built and starts from hostile content: what is whole is shown, and what is missing is named', {
  tag: '@long',
}, async () => {
  for (const route of ['/', '/privacy']) expect(said).toContain(`holds no page for ${route}.`)
  const listed = await (await fetch(`${origin}/h5/sitemap.xml`)).text()
  const pages = [...listed.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(pages.length).toBeGreaterThan(80)
  // A page that is missing or refuses to be shown is in no site map, which a deploy goes through.
  const answers = await Promise.all(pages.map(async (path) => `${await statusOf(path)} ${path}`))
  expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([])
  const refused = ['/h5', '/h5/en', '/h5/privacy', '/h5/odoo', '/h5/payloads/index.json', '/h5/index.md']
  expect(await Promise.all(refused.map(async (path) => `${await statusOf(path)} ${path}`))).toEqual(
    refused.map((path) => `500 ${path}`),
  )
  for (const path of ['/h5/payloads/search/zh.json', '/h5/llms.txt', '/h5/payloads/manifest.json'])
    expect([path, await statusOf(path)]).toEqual([path, 200])
})
