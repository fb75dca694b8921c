import {expect, it} from 'vitest'
import {splitCells} from './splitCells.ts'

it('splits a line at its bars, the full-width ones of a Chinese keyboard too', () => {
  expect(splitCells('例-001 | 振动试验｜进行中')).toEqual(['例-001', '振动试验', '进行中'])
})

it('keeps empty cells, and has none where nothing was written', () => {
  expect(splitCells('1||3')).toEqual(['1', '', '3'])
  expect(splitCells(null)).toEqual([])
})

it('leaves the invisible characters of a preview whole, behind each cell', () => {
  const invisible = '\u200b\u200c\u200d\ufeff'.repeat(40)
  expect(splitCells(`排队 ｜｜进行${invisible}`)).toEqual([`排队${invisible}`, '', `进行${invisible}`])
})
