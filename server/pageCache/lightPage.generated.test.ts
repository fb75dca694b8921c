import {expect, it} from 'vitest'
import {lightMark, lightMarkOf} from '@/lib/pageMode.ts'
import fc from '@/tests/support/fastCheck.ts'
import {withoutNextScripts} from './lightPage.ts'

const ROUNDS = 2000 * Number(process.env.FUZZ_FACTOR || 1)

/** Text of a script, in which React writes no `<`. */
const text = fc.string({unit: 'binary', maxLength: 20}).map((some) => some.replaceAll('<', ''))
/** Part of a JSON string in a script. */
const json = text.map((some) => JSON.stringify(some).slice(1, -1))
const chunk = fc.stringMatching(/^[\w~-]{1,12}$/).map((name) => `/h5/_next/static/chunks/${name}.js`)

/** The URL of one of the site's own modules. */
const ownModule = chunk.map((url) => url.replace('/chunks/', '/media/'))

const flight = json.map((data) => `self.__next_f.push([1,"${data}"])`)
const runtime = fc
  .tuple(fc.array(chunk), fc.nat())
  .map(
    ([chunks, id]) =>
      `(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":${JSON.stringify(chunks)},"runtimeModuleIds":[${id}]});`,
  )
const start = fc.constant('(self.__next_f=self.__next_f||[]).push([0])')

const ofNext = fc.oneof(
  fc.oneof(flight, runtime, start).map((known) => `<script>${known}</script>`),
  runtime.map((known) => `<script id="_R_">${known}</script>`),
  chunk.map((url) => `<script src="${url}" async=""></script>`),
  chunk.map((url) => `<link rel="preload" as="script" fetchPriority="low" href="${url}"/>`),
)

const ofPage = fc.oneof(
  text.map((some) => `<p>${some.replaceAll('>', '&gt;')}</p>`),
  ownModule.map((url) => `<script type="module" async="" src="${url}"></script>`),
  json.map((data) => `<script type="application/ld+json">{"name":"${data}"}</script>`),
  chunk.map((url) => `<link rel="stylesheet" href="${url}"/>`),
  fc.constantFrom('<div>', '</div>', '<!--$-->', '<img alt="&lt;script&gt;"/>', '<h1>Scripts</h1>'),
)

const added = fc.oneof(fc.constantFrom('alert(1)', ';alert(1)', ',0', ' ', '\n', '//'), text.filter(Boolean))
const unknown = fc
  .tuple(
    fc.constantFrom(
      '',
      ' async=""',
      ' id="_R_"',
      ' type="text/javascript"',
      ' type="module"',
      ' type="module" src="https://other.example/module.js"',
      ' type="speculationrules"',
      ' data-type="module"',
      ' data-src="/h5/_next/static/chunks/1.js"',
      ' src="/h5/legacy.js"',
      ' src="https://other.example/static/chunks/1.js"',
    ),
    fc.oneof(
      fc.constant(''),
      fc.tuple(fc.oneof(flight, runtime, start), added).map((parts) => parts.join('')),
      fc.tuple(added, fc.oneof(flight, runtime, start)).map((parts) => parts.join('')),
      text,
    ),
  )
  .map(([attributes, code]) => `<script${attributes}>${code}</script>`)

const part = fc.oneof(
  ofNext.map((html) => ({html, isOfNext: true})),
  ofPage.map((html) => ({html, isOfNext: false})),
)
const page = fc.tuple(fc.array(part), fc.array(part))
const htmlOf = (parts: {html: string}[]) => parts.map(({html}) => html).join('')

it('whatever else a page has, its own parts stay and Next’s scripts go', () => {
  fc.assert(
    fc.property(page, ([before, after]) => {
      const own = (parts: typeof before) => htmlOf(parts.filter(({isOfNext}) => !isOfNext))
      expect(withoutNextScripts(htmlOf(before) + lightMark + htmlOf(after), 'build-1')).toBe(
        own(before) + lightMarkOf('build-1') + own(after),
      )
    }),
    {numRuns: ROUNDS},
  )
})

it('an unknown script, wherever it stands, keeps its place and all other scripts theirs', () => {
  fc.assert(
    fc.property(page, unknown, fc.nat(), ([before, after], script, place) => {
      const parts = [...before, {html: lightMark}, ...after]
      const html = htmlOf(parts.toSpliced(place % (parts.length + 1), 0, {html: script}))
      expect(withoutNextScripts(html, 'build-1')).toBe(html.replace(lightMark, ''))
    }),
    {numRuns: ROUNDS},
  )
})
