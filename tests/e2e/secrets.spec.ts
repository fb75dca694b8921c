import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {type APIRequestContext, expect, test} from '@playwright/test'
import {locales} from '../../lib/locales.ts'
import {llmsPath, markdownPath, searchIndexPath, withBasePath} from '../../lib/urls.ts'
import {root} from '../../scripts/product/paths.ts'
import {mapConcurrently} from '../../server/concurrency.ts'
import {cachedPages} from '../support/cachedPages.ts'
import {content} from '../support/contentClient.ts'
import {contentVersion, pages} from '../support/siteUrls.ts'
import {testProduct} from '../support/testProduct.ts'

const canary = 'canary-in-a-draft'
/** Stega: runs of invisible characters that draft mode adds to texts. */
const invisible = /[\u200b-\u200d\u2060-\u2063\ufeff]{4}/

/** Returns the document with other texts. */
function withCanary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCanary)
  if (typeof value !== 'object' || value === null) return value
  const isText = '_type' in value && typeof value._type === 'string' && /^locale(String|Text)$/.test(value._type)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isText && /^(zh|en)$/.test(key) ? canary : withCanary(item)]),
  )
}

/** All responses with content: pages, their flight data, payloads and Markdown, lists, the demo's parts. */
async function everythingPublic(request: APIRequestContext): Promise<Map<string, string>> {
  const manifest = await (await request.get('/h5/payloads/manifest.json')).text()
  const sent = new Map([['manifest', manifest]])
  const payloads = pages.map(({locale, route}) => {
    const name = route === '/' ? 'index' : route.slice(1)
    return `/h5/payloads/${locale === 'zh' ? '' : 'en/'}${name}.json`
  })
  const copies = [
    ...pages.map(({locale, route}) => markdownPath(locale, route)),
    ...locales.flatMap((locale) => [llmsPath(locale), searchIndexPath(locale)]),
  ].map(withBasePath)
  const lists = ['/h5/sitemap.xml', '/h5/robots.txt']
  for (const path of [...pages.map((page) => page.path), ...payloads, ...copies, ...lists]) {
    sent.set(
      path,
      await (await request.get(path, {headers: {'accept-language': /\/en(\/|$)/.test(path) ? 'en' : 'zh'}})).text(),
    )
  }
  for (const {path, locale} of pages) {
    const flight = await request.get(path, {headers: {RSC: '1', 'accept-language': locale}})
    sent.set(`flight of ${path}`, await flight.text())
  }
  for (const [, part] of [...sent.values()].join('').matchAll(/"(\/h5\/payloads\/(?:scenarios|articles)\/[^"\\]+)/g)) {
    if (part && !sent.has(part)) sent.set(part, await (await request.get(part)).text())
  }
  return sent
}

async function versions(request: APIRequestContext): Promise<Map<string, string | undefined>> {
  const found = new Map<string, string | undefined>()
  await mapConcurrently(pages, async ({path, locale}) => {
    const response = await request.get(path, {headers: {'accept-language': locale}})
    found.set(path, contentVersion(await response.text()))
  })
  return found
}

/** The names of the pages in the cache. */
const names = pages.map(({path}) => path.replace(/^\/h5\/?/, '') || 'index')

/** Publishes a change that every page shows, and waits for all pages: first for the cache, as to ask for all pages is dear. */
async function renewEveryPage(request: APIRequestContext, change: () => Promise<unknown>): Promise<void> {
  const old = await versions(request)
  const written = cachedPages()
  expect(names.filter((name) => !written.has(name))).toEqual([])
  await change()
  const notWritten = () => {
    const now = cachedPages()
    return names.filter((name) => now.get(name) === written.get(name))
  }
  await expect.poll(notWritten, {timeout: 600_000}).toEqual([])
  const notRenewed = async () => {
    const now = await versions(request)
    return [...now].filter(([path, version]) => !version || version === old.get(path)).map(([path]) => path)
  }
  await expect.poll(notRenewed, {timeout: 600_000}).toEqual([])
}

const holding = (sent: Map<string, string>, what: string | RegExp) =>
  [...sent]
    .filter(([, text]) => (typeof what === 'string' ? text.includes(what) : what.test(text)))
    .map(([name]) => name)

test('a draft of each kind of document shows in nothing public, nor do draft mode’s characters, nor any token', async ({
  request,
}) => {
  test.setTimeout(1_800_000)
  const published: {_id: string; _type: string; _rev?: string}[] = await content.fetch(
    '*[!(_id in path("drafts.**")) && !(_id in path("versions.**")) && !(_type match "system.*") && !(_type match "sanity.*")] | order(_type asc, _id asc)',
  )
  const kinds = [...new Map(published.map((document) => [document._type, document])).values()]
  expect(kinds.map(({_type}) => _type)).toEqual([
    ...['capability', 'claim', 'navigation', 'page', 'product', 'productModule', 'role', 'scenario', 'siteSettings'],
  ])
  const drafts = kinds.map(({_rev, ...document}) => ({
    ...document,
    ...Object.fromEntries(Object.entries(withCanary(document) ?? {})),
    _id: `drafts.${document._id}`,
    _type: document._type,
  }))
  const picture = async () => (await request.get('/h5/shareImages/en/index.png')).body()
  const before = await picture()
  await drafts.reduce((transaction, draft) => transaction.createOrReplace(draft), content.transaction()).commit()
  try {
    // Every page is rendered again while the drafts exist.
    await renewEveryPage(request, () => content.patch('navigation').set({touchedBy: 'the test'}).commit())

    const sent = await everythingPublic(request)
    expect(sent.size).toBeGreaterThan(400)
    expect(holding(sent, canary)).toEqual([])
    expect(holding(sent, invisible)).toEqual([])
    expect((await picture()).equals(before)).toBe(true)

    for (const file of globSync('**/*', {cwd: join(root, testProduct.siteBuildDir, 'static'), withFileTypes: true})) {
      if (file.isFile()) sent.set(file.name, readFileSync(join(file.parentPath, file.name), 'latin1'))
    }
    const kept = JSON.parse(readFileSync(join(testProduct.dataDir, 'lake/tokens.json'), 'utf8'))
    const secret = readFileSync(join(testProduct.dataDir, 'webhook-secret'), 'utf8').trim()
    for (const token of [testProduct.readToken, testProduct.writeToken, secret, ...Object.values(kept).map(String)]) {
      expect(token.length).toBeGreaterThan(10)
      expect(holding(sent, token)).toEqual([])
    }
  } finally {
    await content.delete({query: '*[_id in $ids]', params: {ids: drafts.map(({_id}) => _id)}})
    await renewEveryPage(request, () => content.patch('navigation').unset(['touchedBy']).commit())
  }
})
