import type {CustomValidatorResult, ValidationContext} from 'sanity'
import {locales} from '../../../lib/locales.ts'
import {splitCells} from '../../splitCells.ts'
import {hint} from './bilingual.ts'

/** Rule for the rows of a list screen: each has as many cells as there are columns, in each language. */
export function cellsMatchColumns(rows: unknown, {parent}: Pick<ValidationContext, 'parent'>): CustomValidatorResult {
  if (fieldOf(parent, 'kind') !== 'table' || !Array.isArray(rows)) return true
  const wrong = rows.flatMap((row, index) =>
    locales.flatMap((locale) => {
      const columns = cellsOf(fieldOf(fieldOf(parent, 'columns'), locale)).length
      const cells = cellsOf(fieldOf(fieldOf(row, 'cells'), locale)).length
      if (columns === 0 || cells === 0 || columns === cells) return []
      const message = hint(
        `这一行有 ${cells} 格，表头有 ${columns} 格：请写成一样多。`,
        `This row has ${cells} cells, the heading ${columns}: make them equal.`,
      )
      const key = fieldOf(row, '_key')
      return [{message, path: [typeof key === 'string' ? {_key: key} : index, 'cells', locale]}]
    }),
  )
  return wrong.length > 0 ? wrong : true
}

/** Rule for the cards of a board or calendar: the first cell of each names a column or day, in each language. */
export function cardsNameColumns(rows: unknown, {parent}: Pick<ValidationContext, 'parent'>): CustomValidatorResult {
  const kind = fieldOf(parent, 'kind')
  if ((kind !== 'board' && kind !== 'calendar') || !Array.isArray(rows)) return true
  const message = hint(
    '第一格要写“表头”里的一栏或一天，写法与那里一样。',
    'The first cell names a column or a day, written as in “Heading row”.',
  )
  const wrong = rows.flatMap((row, index) =>
    locales.flatMap((locale) => {
      const columns = cellsOf(fieldOf(fieldOf(parent, 'columns'), locale))
      const [column] = cellsOf(fieldOf(fieldOf(row, 'cells'), locale))
      if (column === undefined || columns.includes(column)) return []
      const key = fieldOf(row, '_key')
      return [{message, path: [typeof key === 'string' ? {_key: key} : index, 'cells', locale]}]
    }),
  )
  return wrong.length > 0 ? wrong : true
}

function cellsOf(text: unknown): string[] {
  return typeof text === 'string' ? splitCells(text) : []
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

interface Transition {
  _key?: string
  from?: number
  to?: number
}

/** Rule for a list of transitions: both ends are numbers of states of the same block. */
export function transitionsInRange(
  transitions: unknown,
  {parent}: Pick<ValidationContext, 'parent'>,
): CustomValidatorResult {
  const count = statesOf(parent).length
  const message = hint(
    `只有 ${count} 个状态：请把序号改为 1 到 ${count}。`,
    `There are ${count} states: change the number to one from 1 to ${count}.`,
  )
  const wrong = (Array.isArray(transitions) ? transitions : []).flatMap((transition: Transition, index) =>
    (['from', 'to'] as const)
      .filter((end) => (transition[end] ?? 1) > count)
      .map((end) => ({message, path: [transition._key ? {_key: transition._key} : index, end]})),
  )
  return wrong.length > 0 ? wrong : true
}

function statesOf(block: unknown): unknown[] {
  return typeof block === 'object' && block !== null && 'states' in block && Array.isArray(block.states)
    ? block.states
    : []
}

const roleMissing = hint(
  '请选择谁来做这一步：图按角色分道。',
  'Choose who does this step: the picture has a lane for each role.',
)

/** Rule for a list of steps: each has a role. */
export function stepsHaveRoles(steps: unknown): CustomValidatorResult {
  const wrong = (Array.isArray(steps) ? steps : []).flatMap((step: {_key?: string; role?: unknown}, index) =>
    step.role ? [] : [{message: roleMissing, path: [step._key ? {_key: step._key} : index, 'role']}],
  )
  return wrong.length > 0 ? wrong : true
}
