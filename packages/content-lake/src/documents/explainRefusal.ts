import {actionError, mutationError} from '../http/errors.ts'
import {Refusal} from './Refusal.ts'

/** Turns a refusal into the answer of the hosted API, which names the step; leaves other errors as they are. */
export function explainRefusal(error: unknown, kind: 'mutation' | 'action', index: number): unknown {
  if (!(error instanceof Refusal)) return error
  const explain = kind === 'action' ? actionError : mutationError
  return explain(error.status, {error: error.error, index})
}
