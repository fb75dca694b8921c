import {expect, test} from 'vitest'
import {cardsNameColumns, cellsMatchColumns} from './listRules.ts'
import {choicesFitScreen} from './scenarioRules.ts'

const screen = (kind: string, columns: string) => ({parent: {kind, columns: {zh: columns}}})
const rows = (zh: string) => [{_key: 'a', cells: {zh}}]

test('the full-width bar of a Chinese keyboard parts cells, columns and periods, as on the site', () => {
  expect(cellsMatchColumns(rows('例-001｜进行中'), screen('table', '编号 | 状态'))).toBe(true)
  expect(cellsMatchColumns(rows('例-001｜进行中｜李'), screen('table', '编号 | 状态'))).not.toBe(true)
  expect(cardsNameColumns(rows('进行中｜振动试验'), screen('board', '待办｜进行中'))).toBe(true)
  const [choices, lanes] = [[{_key: 'c', row: 1, from: 2, to: 2}], [{}]]
  const schedule = (zh: string) => ({picture: [{kind: 'schedule', columns: {zh}, lanes}], choices})
  expect(choicesFitScreen(schedule('周一｜周二'))).toBe(true)
  expect(choicesFitScreen(schedule('周一'))).not.toBe(true)
})
