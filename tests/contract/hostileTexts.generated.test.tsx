import {JSDOM} from 'jsdom'
import {renderToStaticMarkup} from 'react-dom/server'
import {afterEach, beforeAll, beforeEach, expect, test, vi} from 'vitest'
import {JsonLdScript, jsonLd} from '@/app/_site/jsonLd'
import {PageView} from '@/components/PageView'
import {pageList, pageMarkdown} from '@/components/pageText/markdown'
import {pageText} from '@/components/pageText/pageText'
import {searchIndex} from '@/components/search/searchIndex'
import {drawShareImage} from '@/components/shareImage/drawShareImage'
import {locales} from '@/lib/locales'
import {type Route, routes} from '@/lib/routes'
import {fitDocument, type StoredDocument} from '@/sanity/PublishedDocuments'
import {localize, withFallbacks} from '@/sanity/presentContent'
import {readSeedDocuments} from '@/sanity/querySeed'
import {Snapshot} from '@/sanity/Snapshot'
import fc from '@/tests/support/fastCheck'
import {executableIn, hostileMarkup} from '@/tests/support/hostileBlocks'

const factor = Number(process.env.FUZZ_FACTOR || 1)
const siteUrl = 'https://example.com'

const pieces = [
  hostileMarkup,
  ...['</script><script>window.hostile=1</script>', '<!--<script>', ']]>', '-->', '<svg/onload=window.hostile=1>'],
  ...['\u2028', '\u2029', '\r\n', '\n# ', '\n- [x](javascript:alert(1))', '\n\n---\n', '\u0000', '\ud800', '\udc00'],
  ...[
    '\u202e',
    '\u2066',
    '\u05d0\u05d1',
    '\u200b',
    '\ufeff',
    '"',
    "'",
    '`',
    '\\',
    '&quot;',
    '&#60;',
    '%00',
    '%0d%0aX:1',
  ],
  ...['](javascript:window.hostile=1)', '[x](data:text/html,x)', '<javascript:alert(1)>', '![x](//evil.example/x.png)'],
  ...[
    'javascript:window.hostile=1',
    ' \tJaVa\nScRiPt:window.hostile=1',
    'data:text/html,<script>',
    'vbscript:x',
    '//evil.example',
  ],
  ...['url(javascript:x)', '\\3c script', '}body{display:none}', '{figure}', '{{constructor}}', '=HYPERLINK("x")'],
  ...[
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    '长'.repeat(3000),
    '👩‍👩‍👧‍👦',
    '\u0301'.repeat(300),
    '**x**',
    '| a | b |',
    '<b>',
  ],
]
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({unit: 'binary', maxLength: 4})), {minLength: 1, maxLength: 4})
  .map((found) => found.join(''))

/** Texts, in contrast to names, keys and addresses that decide what is shown. */
const isText = (value: string): boolean => /[\s\u3000-\u9fff]/.test(value)

let documents: ReadonlyMap<string, StoredDocument>

beforeAll(() => {
  documents = readSeedDocuments()
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

/** A copy with hostile texts in place of all texts, and of some names and addresses, of whatever fields it has. */
function poisoned(document: StoredDocument, texts: readonly string[], rate: number): StoredDocument {
  const {_id, _type, _rev, _updatedAt, ...fields} = document
  let count = 0
  const changed = JSON.parse(JSON.stringify(fields), (name, value: unknown) => {
    if (typeof value !== 'string' || name.startsWith('_') || name === 'route') return value
    count += 1
    return isText(value) || count % rate === 0 ? texts[count % texts.length] : value
  })
  return fitDocument({...changed, _id, _type, _rev, _updatedAt})
}

function poisonedSnapshot(texts: readonly string[], rate: number): Snapshot {
  return new Snapshot(new Map([...documents].map(([id, document]) => [id, poisoned(document, texts, rate)])))
}

const poison = fc.record({
  route: fc.constantFrom<Route>(...routes),
  texts: fc.array(hostileText, {minLength: 5, maxLength: 40}),
  rate: fc.integer({min: 3, max: 100}),
})

function sourcesOf(snapshot: Snapshot, route: Route) {
  const {page: found, site: bilingual} = snapshot.pageWithSite(route)
  if (!found) throw new Error(`The page ${route} is gone.`)
  return locales.map((locale) => ({
    page: localize(withFallbacks(found, bilingual), locale),
    site: localize(bilingual, locale),
    locale,
    siteUrl,
  }))
}

test('no text of any field becomes markup, a script or an unsafe address in a page or its copies', () => {
  fc.assert(
    fc.property(poison, ({route, texts, rate}) => {
      for (const source of sourcesOf(poisonedSnapshot(texts, rate), route)) {
        const {page, site, locale} = source
        const html = renderToStaticMarkup(
          <>
            <PageView page={page} site={site} locale={locale} />
            <JsonLdScript data={jsonLd(source)} />
          </>,
        )
        const {document} = new JSDOM(html).window
        expect(executableIn(document)).toEqual([])
        const scripts = [...document.querySelectorAll('script')]
        expect(scripts.map(({type}) => type)).toEqual(['application/ld+json'])
        expect(() => JSON.parse(scripts[0]?.textContent ?? '')).not.toThrow()

        const list = pageList({...source, pages: [page]})
        // The page, and the list in the other language.
        expect(list.match(/^- \[/gm)).toHaveLength(page.seo?.noindex ? 1 : 2)
        for (const text of [pageMarkdown(source), list]) {
          expect(text.match(/(?<!\\)<(?!https?:\/\/|mailto:|tel:)/)?.index).toBeUndefined()
          expect(text.match(/(?<!\\)\]\((?!<?(?:https?:\/\/|mailto:|tel:))/)?.index).toBeUndefined()
        }
        expect(JSON.parse(JSON.stringify(searchIndex([{page, sections: pageText(source)}], locale)))).toHaveLength(1)
      }
    }),
    {numRuns: 6 * factor},
  )
})

test('share pictures are drawn, whatever their texts hold', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (title, description) => {
      const picture = {title, description, register: title, siteName: title, tagline: title, locale: 'en'} as const
      const response = await drawShareImage({...picture, picture: undefined, hue: undefined})
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect([...bytes.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47])
    }),
    {numRuns: 5 * factor},
  )
})
