import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {context, productOf} from '@/components/testing/fixtures'
import {ProductGrid} from './ProductGrid'

it('leads to each product, in its own hue', () => {
  const products = [productOf('LIMS', 'teal'), productOf('EVMS', 'vermilion')]
  const {page} = draw(
    <ProductGrid block={{_key: 'k', _type: 'productGrid', heading: 'Four', products}} context={context} />,
  )
  expect(page.getAllByRole('link').map((link) => link.textContent)).toEqual(['LIMS LIMS name', 'EVMS EVMS name'])
  expect(page.getAllByRole('listitem').map((item) => item.dataset.hue)).toEqual(['teal', 'vermilion'])
})
