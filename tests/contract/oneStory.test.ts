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
