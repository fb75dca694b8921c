import {expect, it} from 'vitest'
import {type Row, ratioOf, reaches, tableOf} from './rows.ts'

const row = (value: number, more: Partial<Row> = {}): Row => ({part: 'page', what: 'LCP', value, unit: 'ms', ...more})

it('a figure reaches its aim by itself or by its floor', () => {
  expect(reaches(row(10, {aim: {atMost: 10}}))).toBe(true)
  expect(reaches(row(11, {aim: {atMost: 10}}))).toBe(false)
  expect(reaches(row(110, {floor: 100, aim: {atMost: 1.1, of: 'floor'}}))).toBe(true)
  expect(reaches(row(89, {floor: 100, aim: {atLeast: 0.9, of: 'floor'}}))).toBe(false)
  expect(reaches(row(1))).toBeUndefined()
})

it('a floor of nothing has no ratio, but can be reached', () => {
  const nothing = row(0, {floor: 0, aim: {atMost: 1, of: 'floor'}})
  expect(ratioOf(nothing)).toBeUndefined()
  expect(reaches(nothing)).toBe(true)
  expect(reaches({...nothing, value: 1})).toBe(false)
})

it('a figure that could not be measured reaches nothing', () => {
  expect(reaches(row(Number.NaN, {aim: {atMost: 10}}))).toBe(false)
})

it('the table says which aims are missed', () => {
  const table = tableOf([
    row(1234.5, {floor: 1000, aim: {atMost: 1.1, of: 'floor'}}),
    row(0.00123, {what: 'CLS', unit: '', note: 'all pages'}),
  ])
  expect(table.split('\n')).toEqual([
    'part  figure    value  floor  ratio  aim',
    'page  LCP     1235 ms   1000   1.23  ≤ 1.1 × floor  MISSED',
    'page  CLS     0.00123                                       all pages',
  ])
})
