import {expect, it} from 'vitest'
import {partsOf, picturesOf, targetsOf} from './targetsOf.ts'

it('a route is shown by two pages and two payloads, pages first', () => {
  expect(
    targetsOf(['/', '/about'], 'http://127.0.0.1:3000').map(({url}) => url.slice('http://127.0.0.1:3000'.length)),
  ).toEqual([
    '/h5',
    '/h5/en',
    '/h5/about',
    '/h5/en/about',
    '/h5/payloads/index.json',
    '/h5/payloads/en/index.json',
    '/h5/payloads/about.json',
    '/h5/payloads/en/about.json',
  ])
})

it('a route is shared with one picture a language', () => {
  expect(
    picturesOf(['/', '/limsPages/entrust'], 'http://127.0.0.1:3000').map(({url}) => new URL(url).pathname),
  ).toEqual([
    '/h5/shareImages/index.png',
    '/h5/shareImages/en/index.png',
    '/h5/shareImages/limsPages/entrust.png',
    '/h5/shareImages/en/limsPages/entrust.png',
  ])
})

it('what shows a part of a route is among what has to be new', () => {
  const state = {version: 'v', documents: [], parts: ['/payloads/scenarios/lims.json'] as const}
  const expected = new Map([['/demo' as const, state]])
  expect(partsOf(['/demo', '/about'], 'http://127.0.0.1:3000', expected)).toEqual([
    {route: '/demo', url: 'http://127.0.0.1:3000/h5/payloads/scenarios/lims.json'},
  ])
})
