import {expect, test} from 'vitest'
import {routes} from '../../lib/routes.ts'
import {mainDocuments, pageLocations} from './presentation.ts'

const page = {_id: 'page-any', _type: 'page'}

test('each of the 100 URLs has its page document, English before Chinese', () => {
  expect(mainDocuments).toHaveLength(routes.length)
  const about = mainDocuments.find(({route}) => route.includes('/h5/about'))
  expect(about).toEqual({
    route: ['/h5/en/about', '/h5/about'],
    filter: '_type == "page" && route == $route',
    params: {route: '/about'},
  })
})

test('a page has a Chinese and an English location', () => {
  expect(
    pageLocations({...page, route: '/limsPages/entrust', title: {zh: '试验委托', en: 'Test commissioning'}}),
  ).toEqual([
    {title: '试验委托', href: '/h5/limsPages/entrust'},
    {title: 'Test commissioning (English)', href: '/h5/en/limsPages/entrust'},
  ])
})

test('the home page is at the base path, and a missing English title falls back to Chinese', () => {
  expect(pageLocations({...page, route: '/', title: {zh: '首页'}})).toEqual([
    {title: '首页', href: '/h5'},
    {title: '首页 (English)', href: '/h5/en'},
  ])
})

test('a page without a valid route has no location', () => {
  expect(pageLocations({...page, route: '/nope'})).toEqual([])
  expect(pageLocations(page)).toEqual([])
})
