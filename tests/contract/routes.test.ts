import {describe, expect, test} from 'vitest'
import {catchAllParams} from '@/app/_site/catchAll'
import {pageId, routes} from '@/lib/routes'
import {objectsIn, readSeed} from '../support/readSeed.ts'

const seed = readSeed()
const pages = seed.filter(({_type}) => _type === 'page')

test('the seed has one page for each route, under the route’s id, and no other', () => {
  const found = pages.map(({_id, route}) => [_id, route]).sort()
  expect(found).toEqual(routes.map((route) => [pageId(route), route]).sort())
})

test('the app renders each route once: from the catch-all page or from a folder of its own', () => {
  const fromCatchAll = catchAllParams().map(({path}) => `/${path.join('/')}`)
  expect([...fromCatchAll, '/contact', '/demo'].sort()).toEqual([...routes].sort())
})

test('every link in the seed leads to a route', () => {
  const known: ReadonlySet<unknown> = new Set(routes)
  const links = seed.flatMap((document) =>
    objectsIn(document).flatMap(({route}) => (route === undefined ? [] : [{document: document._id, route}])),
  )
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({route}) => !known.has(route))).toEqual([])
})

describe('copy', () => {
  const han = /\p{Script=Han}/u
  const texts = seed.flatMap((document) =>
    objectsIn(document).flatMap((value) =>
      typeof value._type === 'string' && value._type.startsWith('locale') ? [{document: document._id, value}] : [],
    ),
  )

  test('stands in both languages in every field', () => {
    const missing = texts.filter(({value}) => !value.zh || !value.en)
    expect(missing.map(({document, value}) => [document, value.zh])).toEqual([])
  })

  test('has no Chinese in its English', () => {
    expect(
      texts.filter(({value}) => han.test(JSON.stringify(value.en))).map(({document, value}) => [document, value.en]),
    ).toEqual([])
  })

  test('quotes a claim’s figure by reference, never typed', () => {
    const figures = /\d+\s?%|百分之/
    const typed = texts.filter(
      ({document, value}) => !document.startsWith('claim-') && figures.test(JSON.stringify(value)),
    )
    expect(typed.map(({document, value}) => [document, value.zh])).toEqual([])
  })
})

test('every reference of the seed has its document', () => {
  const ids = new Set(seed.map(({_id}) => _id))
  const references = seed.flatMap((document) =>
    objectsIn(document).flatMap(({_ref}) => (typeof _ref === 'string' ? [[document._id, _ref]] : [])),
  )
  expect(references.filter(([, target]) => !ids.has(target ?? ''))).toEqual([])
})
