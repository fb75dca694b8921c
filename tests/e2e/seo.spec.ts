import {expect, test} from '@playwright/test'
import {languageTags} from '../../lib/locales.ts'
import {productOf} from '../../lib/routes.ts'
import {absoluteUrl, markdownPath, markPath, shareImagePath, withBasePath} from '../../lib/urls.ts'
import {content, publishEdit} from '../support/contentClient.ts'
import {attribute, metaOf, type ReadPage, readPages} from '../support/readPages.ts'
import {pages} from '../support/siteUrls.ts'
import {testProduct} from '../support/testProduct.ts'

const {siteUrl} = testProduct
let read: ReadPage[]

test.beforeAll(async ({playwright, baseURL}) => {
  read = await readPages(await playwright.request.newContext({baseURL}))
})

test('each page names itself, its translation and the default, and the translation agrees', () => {
  const alternatesOf = ({document}: ReadPage) =>
    Object.fromEntries(
      [...document.querySelectorAll('link[rel="alternate"][hreflang]')].map((link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
    )
  for (const page of read) {
    const {document, locale, route, path} = page
    expect.soft(attribute(document, 'link[rel="canonical"]', 'href'), path).toBe(absoluteUrl(siteUrl, locale, route))
    expect.soft(document.documentElement.lang, path).toBe(languageTags[locale])
    expect.soft(alternatesOf(page), path).toEqual({
      'zh-CN': absoluteUrl(siteUrl, 'zh', route),
      en: absoluteUrl(siteUrl, 'en', route),
      'x-default': absoluteUrl(siteUrl, 'zh', route),
    })
  }
})

test('the icons that a page names are there, in the size that it says', async ({request}) => {
  const icons = [...(read[0]?.document.querySelectorAll('link[rel="icon"], link[rel="apple-touch-icon"]') ?? [])]
  expect(icons).toHaveLength(3)
  for (const icon of icons) {
    const response = await request.get(icon.getAttribute('href') ?? '')
    expect(response.headers()['content-type']).toMatch(/^image\//)
    const body = await response.body()
    const [, size] = /^(\d+)x/.exec(icon.getAttribute('sizes') ?? '') ?? []
    // A PNG's first chunk holds its width and height.
    if (size) expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([Number(size), Number(size)])
  }
})

test('no page says the same about itself in two places of its head', () => {
  for (const {document, path} of read) {
    const names = [...document.head.querySelectorAll('meta[name], meta[property]')].map((meta) =>
      ['name', 'property', 'media'].map((name) => meta.getAttribute(name)).join(' '),
    )
    expect.soft(names, path).toEqual([...new Set(names)])
  }
})

test('titles and descriptions are there, of a sensible length, and no two pages share one', () => {
  const seen = new Map<string, string>()
  for (const {document, path, locale} of read) {
    const description = metaOf(document).get('description') ?? ''
    for (const text of [document.title, description]) {
      expect.soft(text.length, `${path}: ${text}`).toBeGreaterThan(locale === 'zh' ? 5 : 10)
      expect.soft(seen.get(text), `${path} says the same: ${text}`).toBeUndefined()
      seen.set(text, path)
    }
    expect.soft(document.title.length, `${path}: ${document.title}`).toBeLessThanOrEqual(locale === 'zh' ? 45 : 90)
    expect.soft(description.length, `${path}: ${description}`).toBeLessThanOrEqual(locale === 'zh' ? 160 : 320)
  }
})

test('each page is shared with title, description and a picture of its own', async ({request}) => {
  const pictures = new Set<string>()
  for (const {document, path, locale, route} of read) {
    const meta = metaOf(document)
    const image = new URL(meta.get('og:image') ?? '')
    expect.soft(image.origin + image.pathname, path).toBe(siteUrl + withBasePath(shareImagePath(locale, route)))
    expect.soft(meta.get('og:url'), path).toBe(absoluteUrl(siteUrl, locale, route))
    expect.soft(meta.get('og:title'), path).toBeTruthy()
    expect.soft(meta.get('og:description'), path).toBe(meta.get('description'))
    const response = await request.get(image.href)
    expect.soft([response.status(), response.headers()['content-type']], image.href).toEqual([200, 'image/png'])
    const png = await response.body()
    expect.soft([png.readUInt32BE(16), png.readUInt32BE(20)], image.href).toEqual([1200, 630])
    pictures.add(png.toString('base64'))
  }
  expect(pictures.size).toBe(pages.length)
})

test('WeChat finds a square picture first on every page', async ({request}) => {
  for (const {document, path, route} of read) {
    const mark = withBasePath(markPath(productOf(route) ?? 'site'))
    expect.soft(attribute(document, 'body img', 'src'), path).toBe(mark)
  }
  const png = await (await request.get(withBasePath(markPath('lims')))).body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 400])
})

test('each page has structured data, with URLs of this site only', () => {
  const typesOf = (path: string) => {
    const page = read.find((candidate) => candidate.path === path)
    const script = page?.document.querySelector('script[type="application/ld+json"]')
    const graph: {'@type': string}[] = JSON.parse(script?.textContent ?? '{}')['@graph'] ?? []
    return graph.map((part) => part['@type'])
  }
  expect(typesOf('/h5')).toEqual(expect.arrayContaining(['Organization', 'WebSite']))
  expect(typesOf('/h5/en/evms')).toEqual(expect.arrayContaining(['SoftwareApplication', 'BreadcrumbList']))
  expect(typesOf('/h5/limsPages/entrust')).toContain('BreadcrumbList')
  for (const {document, path} of read) {
    const asks = document.querySelector('main section details summary') !== null
    expect.soft(typesOf(path).includes('FAQPage'), path).toBe(asks)
    const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
    const urls = text.match(/https?:[^"]+/g) ?? []
    expect
      .soft(
        urls.filter((url) => url !== 'https://schema.org' && !url.startsWith(`${siteUrl}/h5`)),
        path,
      )
      .toEqual([])
    expect.soft(text, path).not.toContain('【待填】')
  }
})

/** Required properties of each type of structured data: schema.org and Google's documentation of rich results. */
const required: Readonly<Record<string, readonly string[]>> = {
  Organization: ['@id', 'name', 'url'],
  WebSite: ['name', 'url', 'publisher'],
  SoftwareApplication: ['name', 'url', 'applicationCategory', 'publisher'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
}

/** Returns what is wrong with a node of structured data and all nodes in it. */
function problemsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(problemsOf)
  if (typeof node !== 'object' || node === null) return []
  const entries = Object.entries(node)
  const type = '@type' in node ? String(node['@type']) : undefined
  const wanted = type === undefined ? [] : (required[type] ?? ['a type that is known'])
  const missing = wanted.filter(
    (name) => !entries.some(([key, value]) => key === name && value !== '' && value !== null),
  )
  const isReference = entries.length === 1 && '@id' in node
  return [
    ...missing.map((name) => `${type} without ${name}`),
    ...(isReference ? [`a reference to ${Object.values(node)} alone`] : []),
    ...entries.flatMap(([, value]) => problemsOf(value)),
  ]
}

test('each page’s structured data is complete, stands alone, and says what the page says', () => {
  for (const {document, path} of read) {
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null')
    expect.soft(data?.['@context'], path).toBe('https://schema.org')
    expect.soft(problemsOf(data), path).toEqual([])
    const parts: {'@type': string; itemListElement?: {position: number}[]; mainEntity?: {name: string}[]}[] =
      data?.['@graph'] ?? []
    const places = parts.flatMap(({itemListElement}) => itemListElement ?? []).map(({position}) => position)
    expect.soft(places, path).toEqual(places.map((_, index) => index + 1))
    const text = document.body.textContent ?? ''
    for (const {name} of parts.flatMap(({mainEntity}) => mainEntity ?? [])) expect.soft(text, path).toContain(name)
  }
})

/** Its text; what keeps words on one line is of no use in Markdown. */
const plainText = (element: Element | null) => element?.textContent.replace(/\s+/g, ' ')

test('each page names its Markdown, which has its title and says where the page is', async ({request}) => {
  const list = {
    zh: await (await request.get('/h5/llms.txt')).text(),
    en: await (await request.get('/h5/en/llms.txt')).text(),
  }
  for (const {document, path, locale, route} of read) {
    const href = attribute(document, 'link[rel="alternate"][type="text/markdown"]', 'href')
    expect.soft(href, path).toBe(siteUrl + withBasePath(markdownPath(locale, route)))
    expect.soft(list[locale], path).toContain(`(${href})`)
    const response = await request.get(withBasePath(markdownPath(locale, route)))
    expect
      .soft([response.status(), response.headers()['content-type'], response.headers()['x-robots-tag']], path)
      .toEqual([200, 'text/markdown; charset=utf-8', 'noindex'])
    const markdown = await response.text()
    expect.soft(markdown, path).toContain(`# ${plainText(document.querySelector('h1'))}`)
    expect.soft(markdown, path).toContain(`<${absoluteUrl(siteUrl, locale, route)}>`)
    for (const heading of document.querySelectorAll('main h2[id]:not([data-before] h2)')) {
      expect.soft(markdown, path).toContain(plainText(heading))
    }
    expect.soft(markdown, path).not.toMatch(/<\/|<(?:a|div|p|span)\b|&(?:amp|lt|gt|quot|#)/)
  }
})

test('the sitemap lists all 100 pages with their translations and when what they show last changed', async ({
  request,
}) => {
  const xml = await (await request.get('/h5/sitemap.xml')).text()
  const entries = [...xml.matchAll(/<url>([\s\S]*?)<\/url>/g)].map(([, entry = '']) => entry)
  const inEntry = (entry: string, pattern: RegExp) => [...entry.matchAll(pattern)].map(([, found]) => found)
  expect(entries.flatMap((entry) => inEntry(entry, /<loc>([^<]+)/g)).sort()).toEqual(
    pages.map(({locale, route}) => absoluteUrl(siteUrl, locale, route)).sort(),
  )
  for (const entry of entries) {
    expect.soft(inEntry(entry, /hreflang="([^"]+)"/g)).toEqual(['zh-CN', 'en', 'x-default'])
    expect.soft(Date.parse(inEntry(entry, /<lastmod>([^<]+)/g)[0] ?? '')).toBeLessThanOrEqual(Date.now())
  }
  // At the host's root, where they are looked for.
  expect((await request.get('/favicon.ico')).headers()['content-type']).toBe('image/png')
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${siteUrl}/h5/sitemap.xml`)
  expect(robots).toMatch(/Disallow: \/h5\/payloads\//)
})

test('a noindex page leaves the sitemap; a changed claim updates the dates of its pages', async ({request}) => {
  const sitemap = async () => (await request.get('/h5/sitemap.xml')).text()
  const seo = await content.fetch('*[_id == "page-ui"][0].seo')
  await publishEdit('page-ui', {seo: {...seo, _type: 'seo', noindex: true}})
  await expect.poll(async () => (await request.get('/h5/ui')).text()).toContain('content="noindex, follow"')
  await expect.poll(sitemap).not.toContain('/h5/ui<')
  expect(await (await request.get('/h5/web')).text()).not.toContain('noindex')
  await publishEdit('page-ui', {seo: {...seo, _type: 'seo', noindex: false}})
  await expect.poll(sitemap).toContain('/h5/ui<')

  const quoting: string[] = await content.fetch('*[_type == "page" && references("claim-favourableRate")].route')
  const statement = await content.fetch('*[_id == "claim-favourableRate"][0].statement')
  await publishEdit('claim-favourableRate', {statement})
  const changed: string = await content.fetch('*[_id == "claim-favourableRate"][0]._updatedAt')
  const dated = `<loc>${absoluteUrl(siteUrl, 'zh', quoting[0] === '/about' ? '/about' : '/')}</loc>`
  await expect.poll(async () => (await sitemap()).split(dated)[1]?.split('</url>')[0]).toContain(changed)
})

test('unknown pages and payloads are noindex', async ({request}) => {
  for (const path of ['/h5/nope', '/h5/en/nope']) {
    expect(await (await request.get(path)).text(), path).toMatch(/<meta name="robots" content="noindex/)
  }
  expect((await request.get('/h5/payloads/about.json')).headers()['x-robots-tag']).toBe('noindex')
})
