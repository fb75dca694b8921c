import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {Link} from './Link'

it('leads to a route in the language of the page', () => {
  const link = (locale: 'zh' | 'en') =>
    draw(
      <Link route="/about" locale={locale}>
        About
      </Link>,
    ).page.getByRole('link')
  expect(link('zh').getAttribute('href')).toBe('/h5/about')
  expect(link('en').getAttribute('href')).toBe('/h5/en/about')
})

it('keeps its words and drops the link where the site has no such page', () => {
  const {page} = draw(
    <Link route="/nope" locale="en">
      Nowhere
    </Link>,
  )
  expect(page.queryByRole('link')).toBeNull()
  expect(page.getByText('Nowhere')).toBeTruthy()
})
