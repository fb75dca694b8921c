import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {catchAllParams} from '@/app/_site/catchAll'
import {locales} from '@/lib/locales'
import {pageId, type Route, routes} from '@/lib/routes'
import {basePath, payloadPath, sitePath, withBasePath} from '@/lib/urls'
import {root} from '@/scripts/product/paths'
import {objectsIn, readSeed} from '../support/readSeed.ts'

const seed = readSeed()
const pages = seed.filter(({_type}) => _type === 'page')

test('each page of the seed is a route’s, under the route’s id, and no route has two', () => {
  const known: ReadonlySet<unknown> = new Set(routes.map((route) => `${pageId(route)} ${route}`))
  const found = pages.map(({_id, route}) => `${_id} ${String(route)}`)
  expect(found.filter((page, index) => !known.has(page) || found.indexOf(page) !== index)).toEqual([])
})

/** The addresses that nginx takes from its cache. */
const listed = new RegExp(
  /map \$request_uri \$site_page \{[^}]*?'~(.+)' \$site_listed;/.exec(
    readFileSync(join(root, 'deploy/nginx/maps.conf'), 'utf8'),
  )?.[1] ?? 'no list in maps.conf',
)

/** Lists what a route lacks, a sentence each, in the order of docs/adding-content.md. */
function missingParts(route: string, id: string, addresses: readonly string[]): string[] {
  const unlisted = addresses.filter((address) => !listed.test(address))
  return [
    ...(pages.some(({_id}) => _id === id)
      ? []
      : [`Write its page in sanity/seed/data.ndjson: {"_id": "${id}", "_type": "page", "route": "${route}", …}.`]),
    ...(unlisted.length > 0 ? [`List ${unlisted.join(', ')} under $site_page in deploy/nginx/maps.conf.`] : []),
  ]
}

/** Without the home page in Chinese: what is shown there depends on the visitor's language, so that the site is asked. */
const addressesOf = (route: Route) =>
  locales
    .flatMap((locale) => [sitePath(locale, route), withBasePath(payloadPath(locale, route))])
    .filter((address) => address !== basePath)

test.each(routes)('the page %s is whole: its seed document and its addresses in nginx', (route) => {
  expect(missingParts(route, pageId(route), addressesOf(route))).toEqual([])
})

test('a new route gets the list of all that it needs', () => {
  expect(missingParts('/nowhere', 'page-nowhere', ['/h5/nowhere', '/h5/about'])).toEqual([
    'Write its page in sanity/seed/data.ndjson: {"_id": "page-nowhere", "_type": "page", "route": "/nowhere", …}.',
    'List /h5/nowhere under $site_page in deploy/nginx/maps.conf.',
  ])
})

test('the app renders each route once: from the catch-all page or from a folder of its own', () => {
  const fromCatchAll = catchAllParams().map(({path}) => `/${path.join('/')}`)
  expect([...fromCatchAll, '/contact', '/demo'].sort()).toEqual([...routes].sort())
})

test('every link in the seed leads to a route', () => {
  const known: ReadonlySet<unknown> = new Set(routes)
  const links = seed.flatMap((document) =>
    objectsIn(document).flatMap(({route}) => (route === undefined ? [] : [{document: document._id, route}])),
  )
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({route}) => !known.has(route))).toEqual([])
})

describe('copy', () => {
  const han = /\p{Script=Han}/u
  const texts = seed.flatMap((document) =>
    objectsIn(document).flatMap((value) =>
      typeof value._type === 'string' && value._type.startsWith('locale') ? [{document: document._id, value}] : [],
    ),
  )

  test('stands in both languages in every field', () => {
    const missing = texts.filter(({value}) => !value.zh || !value.en)
    expect(missing.map(({document, value}) => [document, value.zh])).toEqual([])
  })

  test('has no Chinese in its English', () => {
    expect(
      texts.filter(({value}) => han.test(JSON.stringify(value.en))).map(({document, value}) => [document, value.en]),
    ).toEqual([])
  })

  test('quotes a claim’s figure by reference, never typed', () => {
    const figures = /\d+\s?%|百分之/
    const typed = texts.filter(
      ({document, value}) => !document.startsWith('claim-') && figures.test(JSON.stringify(value)),
    )
    expect(typed.map(({document, value}) => [document, value.zh])).toEqual([])
  })
})

test('every reference of the seed has its document', () => {
  const ids = new Set(seed.map(({_id}) => _id))
  const references = seed.flatMap((document) =>
    objectsIn(document).flatMap(({_ref}) => (typeof _ref === 'string' ? [[document._id, _ref]] : [])),
  )
  expect(references.filter(([, target]) => !ids.has(target ?? ''))).toEqual([])
})
