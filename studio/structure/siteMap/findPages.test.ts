import {expect, test} from 'vitest'
import {readSeed} from '../../../tests/support/readSeed.ts'
import {findPages} from './findPages.ts'
import {pageStates} from './pageStates.ts'

const states = pageStates(readSeed(), new Date('2027-01-15'), '2027-01-15')
const routesFor = (text: string) => findPages(states, text).map(({route}) => route)

test('an address finds its page alone', () => {
  expect(routesFor('http://localhost:3000/h5/en/limsPages/entrust')).toEqual(['/limsPages/entrust'])
})

test('two Chinese characters of a title are enough, and so are English words in any case', () => {
  expect(routesFor('委托')).toContain('/limsPages/entrust')
  expect(routesFor('privacy')).toEqual(['/privacy'])
  expect(routesFor('LIMSPAGES entrust')).toEqual(['/limsPages/entrust'])
})

test('nothing entered shows all pages, nonsense none', () => {
  expect(routesFor('  ')).toHaveLength(50)
  expect(routesFor('没有这样的页面')).toEqual([])
})
