import {expect, test} from 'vitest'
import {objectsIn, readSeed} from '../support/readSeed.ts'

const seed = readSeed()

/** Texts in both languages, with the document that they are in. */
const texts = seed.flatMap((document) =>
  objectsIn(document).flatMap(({zh, en}) =>
    typeof zh === 'string' && typeof en === 'string' ? [{page: document._id, zh, en}] : [],
  ),
)

/** Numbers of example records in a text, without repeats: `例-V01` and `EX-V01` are both `V01`. */
function numbersIn(text: string, prefix: '例' | 'EX'): string[] {
  return [...new Set([...text.matchAll(new RegExp(`${prefix}-([A-Z]*\\d+)`, 'g'))].map(([, number]) => number ?? ''))]
}

test('an example record has the same number in both languages', () => {
  expect(texts.flatMap(({en}) => numbersIn(en, 'EX')).length).toBeGreaterThan(500)
  const differing = texts.filter(({zh, en}) => `${numbersIn(zh, '例').sort()}` !== `${numbersIn(en, 'EX').sort()}`)
  expect(differing).toEqual([])
})

/** Rows of lists whose first cell is an example record and whose last is its state, by number. */
const rows = texts.flatMap(({page, en}) => {
  const cells = en.split('|')
  const [, number] = /^EX-([A-Z]*\d+)$/.exec(cells[0] ?? '') ?? []
  return number && cells.length > 2 ? [{page, number, cells}] : []
})

test('an order that is in approval on one page has no results on another', () => {
  const open = rows.filter(({cells}) => cells.at(-1) === 'In approval').map(({number}) => number)
  expect(open.length).toBeGreaterThan(1)
  const reported = texts.filter(({page}) => ['page-limsPages-record', 'page-limsPages-report'].includes(page))
  expect(reported.filter(({en}) => numbersIn(en, 'EX').some((number) => open.includes(number)))).toEqual([])
})

test('a vehicle that is scrapped on one page is not driven on another', () => {
  const scrapped = new Set(rows.filter(({cells}) => cells.includes('Scrapped')).map(({number}) => number))
  expect(scrapped.size).toBeGreaterThan(2)
  const used = texts.filter(
    ({en}) => /In use|On loan|\bOut\b|^EX-V\d+$/.test(en) && numbersIn(en, 'EX').some((number) => scrapped.has(number)),
  )
  expect(used).toEqual([])
})

/** Numbers of test orders: four digits, as in `EX-2401`. */
const ordersIn = (text: string) => numbersIn(text, 'EX').filter((number) => /^\d{4}$/.test(number))

test('an order of today that any screen names is in the order list', () => {
  const listed = rows.filter(({page}) => page === 'page-limsPages-entrust').map(({number}) => number)
  const first = Math.min(...listed.map(Number))
  const named = new Set(texts.flatMap(({en}) => ordersIn(en)).filter((number) => Number(number) >= first))
  expect([...named].filter((number) => !listed.includes(number))).toEqual([])
})

test('an original record belongs to one order', () => {
  // The task of EX-2409 and the report on EX-2396.
  const records = ['page-limsPages-testExecution', 'page-limsPages-report'].map((id) =>
    texts.filter(({page}) => page === id).flatMap(({en}) => numbersIn(en, 'EX').filter((number) => /^R/.test(number))),
  )
  expect(records.every(({length}) => length > 2)).toBe(true)
  expect(records[0]?.filter((number) => records[1]?.includes(number))).toEqual([])
})
