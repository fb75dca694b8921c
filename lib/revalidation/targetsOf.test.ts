import {expect, it} from 'vitest'
import {targetsOf} from './targetsOf.ts'

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
