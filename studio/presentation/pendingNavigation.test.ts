import {expect, test} from 'vitest'
import {checkNavigation, startNavigation} from './pendingNavigation.ts'

const english = startNavigation('/h5/en/ui', '/h5/ui', undefined, 0)

test('retries when the previous page reports its path', () => {
  expect(checkNavigation(english, '/h5/ui', 10_000)).toBe('retry')
})

test('stays pending while the preview shows the page, so that it can still be retried', () => {
  expect(checkNavigation(english, '/h5/en/ui', 10_000)).toBe('keep')
  expect(checkNavigation(english, undefined, 10_000)).toBe('keep')
})

test('is dropped when the editor goes to another page', () => {
  expect(checkNavigation(english, '/h5/en/odoo', 10_000)).toBe('drop')
})

test('is dropped after half a minute', () => {
  expect(checkNavigation(english, '/h5/ui', 30_001)).toBe('drop')
})

test('of two quick navigations the second wins over all pages before', () => {
  const odoo = startNavigation('/h5/en/odoo', '/h5/en/ui', english, 1000)
  expect(checkNavigation(odoo, '/h5/ui', 2000)).toBe('retry')
  expect(checkNavigation(odoo, '/h5/en/ui', 2000)).toBe('retry')
})

test('a navigation back to the previous page is not undone by itself', () => {
  const chinese = startNavigation('/h5/ui', '/h5/en/ui', english, 1000)
  expect(checkNavigation(chinese, '/h5/ui', 2000)).toBe('keep')
  expect(checkNavigation(chinese, '/h5/en/ui', 2000)).toBe('retry')
})
