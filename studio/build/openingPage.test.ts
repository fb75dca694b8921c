import {expect, it} from 'vitest'
import {completeOpeningPage} from './openingPage.ts'

const page = (script: string) =>
  `<html><head><title>Studio</title></head><body><div id="sanity"></div><script src="${script}" type="module"></script></body></html>`
const files = [
  {fileName: 'static/other-1.js', isEntry: true, imports: ['static/unused-1.js']},
  {fileName: 'static/sanity-1.js', isEntry: true, imports: ['static/vendor-1.js']},
  {fileName: 'static/opening-1.js', name: 'opening'},
  {fileName: 'index.html'},
]

it('asks at once for the chunks of the opening, below the path that the Studio is served at', () => {
  for (const base of ['/', '/editing/']) {
    const html = completeOpeningPage(page(`${base}static/sanity-1.js`), files)
    const preloaded = [...html.matchAll(/<link href="([^"]*)" rel="modulepreload"\/>/g)].map(([, href]) => href)
    const expected = ['sanity-1', 'vendor-1', 'opening-1'].map((name) => `${base}static/${name}.js`)
    expect(preloaded).toEqual(expected)
  }
})

it('says that the Studio is being loaded, where React will render it', () => {
  const html = completeOpeningPage(page('/static/sanity-1.js'), files)
  expect(html).toMatch(/<div id="sanity">.*role="status".*正在打开.*<\/div><script/s)
})

it('fails the build if Sanity’s page is another than known', () => {
  const known = page('/static/sanity-1.js')
  expect(() => completeOpeningPage(known.replace('id="sanity"', 'id="root"'), files)).toThrow(
    'has no <div id="sanity">',
  )
  expect(() => completeOpeningPage(known, [])).toThrow('loads none of the scripts')
  const renamed = files.filter(({name}) => name !== 'opening')
  expect(() => completeOpeningPage(known, renamed)).toThrow('none of the modules that belong to the opening')
})
