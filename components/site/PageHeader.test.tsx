import {stegaEncodeSourceMap} from '@sanity/client/stega'
import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {pageOf, productOf, settings} from '@/components/testing/fixtures'
import {PageHeader} from './PageHeader'

/** A product as in draft mode, with stega. */
function previewed(product: ReturnType<typeof productOf>) {
  const path = "$['hue']"
  const sources = {
    documents: [{_id: product._id, _type: 'product'}],
    paths: [path],
    mappings: {[path]: {type: 'value' as const, source: {type: 'documentValue' as const, document: 0, path: 0}}},
  }
  return stegaEncodeSourceMap(product, sources, {enabled: true, studioUrl: 'http://localhost:3333'})
}

it.each(['teal', 'violet', 'amber', 'vermilion'] as const)(
  'shows a product’s drawing in a preview as on the site (%s)',
  (hue) => {
    const product = productOf('LIMS', hue)
    const drawn = (shown: typeof product) =>
      Array.from(
        draw(
          <PageHeader page={pageOf({route: '/lims', product: shown})} locale="en" settings={settings} />,
        ).body.querySelectorAll('svg'),
        (svg) => svg.innerHTML,
      ).at(-1)
    expect(previewed(product).hue).not.toBe(hue)
    expect(drawn(previewed(product))).toBe(drawn(product))
    expect(drawn(product)).not.toBe('')
  },
)

it('shows the bench with the four products beside the title of the page about the company', () => {
  const {page} = draw(<PageHeader page={pageOf({route: '/about', picture: null})} locale="en" settings={settings} />)
  const bench = page.getByRole('img', {name: /dynamometer/})
  expect(Array.from(bench.querySelectorAll('text'), (text) => text.textContent)).toEqual([
    'LIMS',
    'ADVP',
    'LQM',
    'EVMS',
  ])
})
