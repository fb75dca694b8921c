import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, productOf} from '@/components/testing/fixtures'
import {ProductGrid} from './ProductGrid'

it('leads to each product, in its own hue, beside its drawing', () => {
  const products = [productOf('LIMS', 'teal'), productOf('EVMS', 'vermilion')]
  const {page} = draw(
    <ProductGrid block={{_key: 'k', _type: 'productGrid', heading: 'Four', products}} context={context} />,
  )
  expect(page.getAllByRole('link').map((link) => link.textContent)).toEqual(['LIMS LIMS name', 'EVMS EVMS name'])
  const items = page.getAllByRole('listitem')
  expect(items.map((item) => item.dataset.hue)).toEqual(['teal', 'vermilion'])
  expect(items.map((item) => item.querySelectorAll('svg[data-hue]').length)).toEqual([1, 1])
})
