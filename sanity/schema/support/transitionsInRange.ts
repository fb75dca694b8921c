import type {CustomValidatorResult, ValidationContext} from 'sanity'
import {hint} from './bilingual.ts'

interface Transition {
  _key?: string
  from?: number
  to?: number
}

/** A rule for a list of transitions: each end is the number of a state of the same block. */
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
