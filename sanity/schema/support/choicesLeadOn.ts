import type {CustomValidatorResult} from 'sanity'
import {hint} from './bilingual.ts'

const single = hint('只有一个选择就不是选择：再加一个，或全部删去。', 'One choice is none: add another or remove it.')
const deadEnd = hint(
  '至少要有一个能通过的做法，否则访客走不下去。',
  'At least one must be accepted, or the visitor is stuck.',
)

/** A rule for a step's choices: there is something to choose, and a way on. */
export function choicesLeadOn(choices: unknown): CustomValidatorResult {
  if (!Array.isArray(choices) || choices.length === 0) return true
  if (choices.length === 1) return single
  return choices.some((choice: {outcome?: string}) => choice.outcome === 'accepted') ? true : deadEnd
}
