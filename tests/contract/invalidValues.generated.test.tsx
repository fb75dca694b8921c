import {renderToStaticMarkup} from 'react-dom/server'
import {afterEach, beforeAll, beforeEach, expect, test, vi} from 'vitest'
import {jsonLd} from '@/app/_site/jsonLd'
import {PageView} from '@/components/PageView'
import {isObject} from '@/lib/json'
import {locales} from '@/lib/locales'
import {pageId, type Route, routes} from '@/lib/routes'
import {fitDocument, type StoredDocument} from '@/sanity/PublishedDocuments'
import {localize, withFallbacks} from '@/sanity/presentContent'
import {readSeedDocuments} from '@/sanity/querySeed'
import {Snapshot} from '@/sanity/Snapshot'
import fc from '@/tests/support/fastCheck'

/** What a program may write to any field, as only the Studio checks. */
const invalidValues: readonly unknown[] = [
  null,
  1,
  true,
  'x',
  [],
  {},
  [null, 1, 'x', [[]], {}],
  [{_key: 'a'}, {_key: 'b', _type: 'constructor'}, {_key: 1, _type: 'prose', body: [{_type: 'block', children: null}]}],
  [{_key: 'a', _type: 'localeString', zh: {a: 1}}],
  {_type: '__proto__', zh: {a: 1}, en: [1]},
  {_type: 'localeString', zh: {a: 1}, en: [{}]},
  {_type: 'localeBlocks', zh: [{}], en: 'x'},
  {_type: 'reference', _ref: 'page-net'},
]

let documents: ReadonlyMap<string, StoredDocument>

beforeAll(() => {
  documents = readSeedDocuments()
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

/** Renders a page in both languages with one document in place of the one with its id. */
function render(route: Route, changed: StoredDocument): string[] {
  const {page: found, site: bilingual} = new Snapshot(
    new Map(documents).set(changed._id, fitDocument(changed)),
  ).pageWithSite(route)
  if (!found) throw new Error(`The page ${route} is gone.`)
  return locales.map((locale) => {
    const page = localize(withFallbacks(found, bilingual), locale)
    const site = localize(bilingual, locale)
    JSON.stringify(jsonLd({page, site, locale, siteUrl: 'https://example.com'}))
    return renderToStaticMarkup(<PageView page={page} site={site} locale={locale} />)
  })
}

function stored(id: string): StoredDocument {
  const document = documents.get(id)
  if (!document) throw new Error(`The seed has no document ${id}.`)
  return document
}

const fieldsOf = (id: string) =>
  Object.keys(stored(id)).filter((name) => !name.startsWith('_') && name !== 'route' && name !== 'middleware')

test('the seed fits its schema', () => {
  for (const document of documents.values()) expect(fitDocument(document)).toEqual(document)
  expect(console.error).not.toHaveBeenCalled()
})

test('what decides whether something is shown stays as it is, so that no mistake shows it', () => {
  const claim = [...documents.values()].find(({_type}) => _type === 'claim')
  if (!claim) throw new Error('The seed has no claim.')
  for (const value of invalidValues) {
    const page = {...stored('page-net'), middleware: value, embargoUntil: value}
    expect(fitDocument(page)).toEqual(page)
    const broken = {...claim, ...Object.fromEntries(fieldsOf(claim._id).map((name) => [name, value]))}
    expect(fitDocument(broken)).toEqual(broken)
  }
})

test.each<[Route, string]>([
  ['/net', 'page-net'],
  ['/lims', 'page-lims'],
  ['/lims', 'product-lims'],
  ['/net', 'navigation'],
  ['/contact', 'siteSettings'],
])('%s is rendered, whatever kind of value the fields of %s hold', (route, id) => {
  for (const value of invalidValues) {
    const fields = Object.fromEntries(fieldsOf(id).map((name) => [name, value]))
    for (const html of render(route, {...stored(id), ...fields})) expect(html, JSON.stringify(value)).toContain('<h1')
  }
})

const long = '长'.repeat(1_000_000)
/** Items that the schema allows, with keys of their own. */
const many = (items: unknown[], count = 10_000) =>
  Array.from({length: count}, (_, index) => {
    const item = items[index % items.length]
    return isObject(item) ? {...item, _key: `k${index}`} : item
  })

/** A copy in which every text is replaced, or every list is made long. */
function enlarged(document: StoredDocument, what: 'texts' | 'lists'): StoredDocument {
  const {_id, _type, _rev, _updatedAt, ...fields} = document
  const changed = JSON.parse(JSON.stringify(fields), (name, value: unknown) => {
    if (what === 'lists')
      return Array.isArray(value) && value.length > 0 ? many(value, name === 'blocks' ? 10_000 : 100) : value
    return typeof value === 'string' && !name.startsWith('_') && name !== 'route' ? long : value
  })
  return {...changed, _id, _type, _rev, _updatedAt}
}

test.each<[Route, string]>([
  ['/net', 'page-net'],
  ['/net', 'navigation'],
  ['/contact', 'siteSettings'],
])('%s is rendered small enough to serve, however long texts and lists of %s are', (route, id) => {
  for (const what of ['texts', 'lists'] as const) {
    for (const html of render(route, enlarged(stored(id), what))) {
      expect(html).toContain('<h1')
      expect(html.length).toBeLessThan(5_000_000)
    }
  }
})

/** A copy with another value at one of its places, counted as `JSON.parse` visits them. */
function replaceAt(document: StoredDocument, place: number, value: unknown): StoredDocument {
  const {_id, _type, _rev, _updatedAt, ...fields} = document
  const text = JSON.stringify(fields)
  const visited: string[] = []
  JSON.parse(text, (name) => visited.push(name))
  let position = -1
  const changed = JSON.parse(text, (name, item: unknown) => {
    position += 1
    // The whole and the page's address stay.
    return position === place % (visited.length - 1) && name !== 'route' ? value : item
  })
  return {...changed, _id, _type, _rev, _updatedAt}
}

test('a page is rendered, whatever value stands at any place of what it shows', () => {
  const kinds = ['page', 'navigation', 'siteSettings', 'product-lims', 'scenario'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...routes),
      fc.constantFrom(...kinds),
      fc.nat({max: 5000}),
      fc.constantFrom(...invalidValues),
      (route, kind, place, value) => {
        const [scenario = ''] = [...documents.keys()].filter((id) => documents.get(id)?._type === 'scenario')
        const id = kind === 'page' ? pageId(route) : kind === 'scenario' ? scenario : kind
        const shown = kind === 'scenario' ? '/demo' : kind === 'product-lims' ? '/lims' : route
        for (const html of render(shown, replaceAt(stored(id), place, value))) expect(html).toContain('<h1')
      },
    ),
    {numRuns: 100},
  )
})
