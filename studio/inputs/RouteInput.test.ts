import {expect, test} from 'vitest'
import {routeChoices} from './RouteInput.tsx'

const pages = [
  {_id: 'page-lims', _type: 'page', route: '/lims', title: {zh: 'LIMS：步步有据', en: 'LIMS: each step recorded'}},
  {_id: 'page-demo', _type: 'page', route: '/demo', title: {zh: '演示'}},
]

test.each([
  ['en', '/lims　LIMS: each step recorded'],
  ['zh', '/lims　LIMS：步步有据'],
] as const)('a route is listed with its page’s title in the language of the Studio: %s', (language, title) => {
  const titleOf = (path: string) => routeChoices(pages, language).find(({value}) => value === path)?.title
  expect(titleOf('/lims')).toBe(title)
  expect(titleOf('/demo')).toBe('/demo　演示')
  expect(titleOf('/java')).toBe('/java')
})
