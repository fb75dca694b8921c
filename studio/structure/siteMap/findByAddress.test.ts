import {expect, test} from 'vitest'
import {locales} from '../../../lib/locales.ts'
import {routes} from '../../../lib/routes.ts'
import {absoluteUrl, localePath, sitePath} from '../../../lib/urls.ts'
import {findByAddress} from './findByAddress.ts'

test.each(routes)('%s is found by its URL, its path and its path below the base path, in both languages', (route) => {
  for (const locale of locales) {
    expect(findByAddress(absoluteUrl('https://www.example.com', locale, route))).toBe(route)
    expect(findByAddress(sitePath(locale, route))).toBe(route)
    expect(findByAddress(localePath(locale, route))).toBe(route)
  }
})

test('a feature page is found under its product’s name alone', () => {
  expect(findByAddress('/h5/en/lims/entrust')).toBe('/limsPages/entrust')
  expect(findByAddress('lqm/review')).toBe('/lqmPages/review')
})

test('what people copy along does no harm', () => {
  expect(findByAddress('  https://www.example.com/h5/about/?utm_source=mail#top ')).toBe('/about')
  expect(findByAddress('http://localhost:3000/h5/en/LimsPages/Entrust/')).toBe('/limsPages/entrust')
  expect(findByAddress('localhost:3000/h5/lims')).toBe('/lims')
  expect(findByAddress('www.example.com/h5/en')).toBe('/')
})

test('words and unknown addresses lead nowhere', () => {
  for (const text of ['', '委托', 'entrust', 'lims', '/h5/nope', 'https://www.example.com/other/about', '/h5/%']) {
    expect(findByAddress(text), text).toBeUndefined()
  }
})
