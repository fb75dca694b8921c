import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {site} from '@/components/testing/fixtures'
import {NotFoundView} from './NotFoundView'

it('says the catalogue’s words and leads home', () => {
  const {page} = draw(<NotFoundView locale="en" site={site} />)
  expect(page.getByRole('heading', {level: 1}).textContent).toBe('This page could not be found')
  expect(page.getByText('404')).toBeTruthy()
  expect(page.getByRole('link', {name: 'Back to the home page'}).getAttribute('href')).toBe('/h5/en')
})

it('helps whoever followed an old link: by the search, and by somebody to ask', () => {
  const {page} = draw(<NotFoundView locale="en" site={site} />)
  expect(page.getByText(/may be out of date/)).toBeTruthy()
  const search = page.getByRole('link', {name: 'Search the site'})
  expect([search.hasAttribute('data-search'), search.getAttribute('href')]).toEqual([true, '#site-map'])
  expect(page.getByRole('link', {name: 'Ask us'}).getAttribute('href')).toBe('/h5/en/contact')
})

it('says them in Chinese, and works without what the lake holds', () => {
  const {page} = draw(<NotFoundView locale="zh" />)
  expect(page.getByRole('link', {name: '返回首页'}).getAttribute('href')).toBe('/h5')
  expect(page.getAllByRole('link', {name: '联系我们'})).not.toHaveLength(0)
})
