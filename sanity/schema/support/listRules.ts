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
      return [{message, path: [segmentOf(row, index), 'cells', locale]}]
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
      return [{message, path: [segmentOf(row, index), 'cells', locale]}]
    }),
  )
  return wrong.length > 0 ? wrong : true
}

function cellsOf(text: unknown): string[] {
  return typeof text === 'string' ? splitCells(text) : []
}

/** The segment of a marker's path that stands for an item of a list. */
function segmentOf(item: unknown, index: number): {_key: string} | number {
  const key = fieldOf(item, '_key')
  return typeof key === 'string' ? {_key: key} : index
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

interface Transition {
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
      .map((end) => ({message, path: [segmentOf(transition, index), end]})),
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
  const wrong = (Array.isArray(steps) ? steps : []).flatMap((step: {role?: unknown}, index) =>
    step.role ? [] : [{message: roleMissing, path: [segmentOf(step, index), 'role']}],
  )
  return wrong.length > 0 ? wrong : true
}

const topicRepeated = hint(
  '这个主题上面已经有了：请并到那一条，或改选别的主题。',
  'This topic is listed above already: merge the two, or choose another.',
)

/** Rule for a list of buyer's topics: each is listed once. */
export function topicsOnce(items: unknown): CustomValidatorResult {
  const listed = new Set<unknown>()
  const repeated = (Array.isArray(items) ? items : []).flatMap((item: unknown, index) => {
    const topic = fieldOf(item, 'topic')
    if (topic !== undefined && listed.has(topic))
      return [{message: topicRepeated, path: [segmentOf(item, index), 'topic']}]
    listed.add(topic)
    return []
  })
  return repeated.length > 0 ? repeated : true
}

const tooManyRoles = hint(
  '泳道最多五条，现在的角色更多，手机上放不下：请把相近的步骤交给同一个角色。',
  'Five lanes at most, and there are more roles than that, which a phone has no room for: give related steps to one role.',
)

/** Rule for a list of steps, for `.warning()`: five roles at most. */
export function fiveRolesAtMost(steps: unknown): CustomValidatorResult {
  const roles = (Array.isArray(steps) ? steps : []).map((step: unknown) => fieldOf(fieldOf(step, 'role'), '_ref'))
  return new Set(roles.filter((role) => role !== undefined)).size <= 5 || tooManyRoles
}

/** Rule for the parts of a layer, for `.warning()`: six at most, in each language. */
export function sixPartsAtMost(parts: unknown): CustomValidatorResult {
  const wrong = locales.flatMap((locale) => {
    const count = cellsOf(fieldOf(parts, locale)).length
    if (count <= 6) return []
    const message = hint(`现在有 ${count} 个部分：请合并到六个以内。`, `${count} parts: merge them into six at most.`)
    return [{message, path: [locale]}]
  })
  return wrong.length > 0 ? wrong : true
}
