import {expect, test} from 'vitest'
import {locales} from '../../../lib/locales.ts'
import {routes} from '../../../lib/routes.ts'
import {absoluteUrl, localePath, sitePath} from '../../../lib/urls.ts'
import {readSeed} from '../../../tests/support/readSeed.ts'
import {findPages, findRouteByUrl} from './findPages.ts'
import {pageStates} from './pageStates.ts'

const states = pageStates(readSeed(), {now: new Date('2027-01-15'), today: '2027-01-15', stack: ['drafts']})
const routesFor = (text: string) => findPages(states, text).map(({route}) => route)

test('a URL finds only its page', () => {
  expect(routesFor('http://localhost:3000/h5/en/limsPages/entrust')).toEqual(['/limsPages/entrust'])
})

test('two Chinese characters of a title are enough, and so are English words in any case', () => {
  expect(routesFor('委托')).toContain('/limsPages/entrust')
  expect(routesFor('privacy')).toEqual(['/privacy'])
  expect(routesFor('LIMSPAGES entrust')).toEqual(['/limsPages/entrust'])
})

test('an empty search shows all pages, nonsense none', () => {
  expect(routesFor('  ')).toHaveLength(routes.length)
  expect(routesFor('没有这样的页面')).toEqual([])
})

test.each(routes)('%s is found by its URL, its path and its path below the base path, in both languages', (route) => {
  for (const locale of locales) {
    expect(findRouteByUrl(absoluteUrl('https://www.example.com', locale, route))).toBe(route)
    expect(findRouteByUrl(sitePath(locale, route))).toBe(route)
    expect(findRouteByUrl(localePath(locale, route))).toBe(route)
  }
})

test('a feature page is found without “Pages” in its path', () => {
  expect(findRouteByUrl('/h5/en/lims/entrust')).toBe('/limsPages/entrust')
  expect(findRouteByUrl('lqm/review')).toBe('/lqmPages/review')
})

test('queries, fragments, hosts and case are ignored', () => {
  expect(findRouteByUrl('  https://www.example.com/h5/about/?utm_source=mail#top ')).toBe('/about')
  expect(findRouteByUrl('http://localhost:3000/h5/en/LimsPages/Entrust/')).toBe('/limsPages/entrust')
  expect(findRouteByUrl('localhost:3000/h5/lims')).toBe('/lims')
  expect(findRouteByUrl('www.example.com/h5/en')).toBe('/')
})

test('words and unknown URLs find no route', () => {
  for (const text of ['', '委托', 'entrust', 'lims', '/h5/nope', 'https://www.example.com/other/about', '/h5/%']) {
    expect(findRouteByUrl(text), text).toBeUndefined()
  }
})
