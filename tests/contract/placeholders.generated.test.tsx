import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {renderToStaticMarkup} from 'react-dom/server'
import {beforeAll, expect, test, vi} from 'vitest'
import {jsonLd} from '@/app/_site/jsonLd'
import {PageView} from '@/components/PageView'
import {locales} from '@/lib/locales'
import {pageId, routes} from '@/lib/routes'
import {hasPlaceholder} from '@/sanity/health/placeholders'
import {
  type BilingualPage,
  type BilingualSite,
  localize,
  withFallbacks,
  withoutPlaceholders,
} from '@/sanity/presentContent'
import {evaluateSeed} from '@/sanity/querySeed'
import {root} from '@/scripts/product/paths'
import {allPagesQuery} from '@/tests/support/allPagesQuery'
import fc from '@/tests/support/fastCheck'

interface Content {
  pages: BilingualPage[]
  site: BilingualSite
}

let content: Content

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const seed = readFileSync(join(root, 'sanity/seed/data.ndjson'), 'utf8')
  content = evaluateSeed<Content>(seed, allPagesQuery, {})
  return () => vi.restoreAllMocks()
})

/** Fields whose strings are not read but decide something. */
const isText = (name: string) =>
  !/^_|^(route|layout|hue|code|kind|change|tone|comparator|anchor|style|listItem)$/.test(name)

/** A copy with placeholders in those texts that `chosen` picks by their position. */
function fill<Value>(value: Value, chosen: (index: number) => boolean): Value {
  let index = -1
  return JSON.parse(JSON.stringify(value), (name, item: unknown) => {
    if (typeof item !== 'string' || !isText(name)) return item
    index += 1
    if (!chosen(index)) return item
    return index % 2 === 0 ? `${item}【待填】` : `[to be filled in] ${item}`
  })
}

/** The output of a page for visitors and search engines, in both languages. */
function rendered(filled: Content, route: (typeof routes)[number]): string[] {
  const {pages, site: bilingualSite} = withoutPlaceholders(filled)
  const bilingual = pages.find(({_id}) => _id === pageId(route))
  if (!bilingual) throw new Error(`The page ${route} is gone.`)
  return locales.flatMap((locale) => {
    const page = localize(withFallbacks(bilingual, bilingualSite), locale)
    const site = localize(bilingualSite, locale)
    return [
      renderToStaticMarkup(<PageView page={page} site={site} locale={locale} />),
      JSON.stringify(page),
      JSON.stringify(jsonLd({page, site, locale, siteUrl: 'https://example.com'})),
    ]
  })
}

const onlyPage = ({pages, site}: Content, route: string): Content => ({
  pages: pages.filter((page) => page.route === route),
  site,
})

test.each(routes)(
  'no placeholder of %s is rendered, and the page stands, if all its texts are placeholders',
  (route) => {
    const filled = fill(onlyPage(content, route), () => true)
    expect(hasPlaceholder(filled)).toBe(true)
    for (const text of rendered(filled, route)) expect(hasPlaceholder(text)).toBe(false)
  },
)

test('nor if some of them are', () => {
  const mask = fc.array(fc.boolean(), {minLength: 7, maxLength: 31})
  fc.assert(
    fc.property(fc.constantFrom(...routes), mask, (route, chosen) => {
      const filled = fill(onlyPage(content, route), (index) => chosen[index % chosen.length] ?? false)
      for (const text of rendered(filled, route)) expect(hasPlaceholder(text)).toBe(false)
    }),
    {numRuns: 30},
  )
})
