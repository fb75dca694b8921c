import {TypedError} from '../errors.ts'
import {QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {StepBudget, threadTime, tokenBucket, tryInBudget, withTimeLimit} from '../query/limits/StepBudget.ts'
import type {Identity} from '../types.ts'

/** CPU time for a grant's filter on one document. */
const DOCUMENT_MS = 20
/** Evaluations of up to this time are free: scans of all documents stay possible, however many there are. */
const FREE_MS = 0.1
/** The time that longer evaluations share. */
const ALLOWANCE_MS = 1000
const PAUSE_MS = 10_000

/** Filters of roles take too long for the main thread. Passing: the machine may be busy, or the documents change. */
export class SlowRules extends TypedError {
  constructor(what: string) {
    const description = `${what} takes too long to evaluate; simplify it, or try again later`
    super(503, 'slowRoleError', description, PAUSE_MS / 1000)
  }
}

type Evaluate = (budget: StepBudget) => boolean

/**
 * Returns a function that evaluates one grant's filter on one document, or throws SlowRules. `isBounded`: whether counting
 * steps is enough. Otherwise V8 enforces the limit, which costs half a millisecond.
 */
export function limitGrant(filter: string, isBounded: boolean): (evaluate: Evaluate) => boolean {
  const allowance = tokenBucket(ALLOWANCE_MS)
  const tooSlow = () => new SlowRules(`The filter ${filter} of a role`)
  const tryOnce = (evaluate: Evaluate): boolean => {
    const start = threadTime()
    const budget = new StepBudget(DOCUMENT_MS, {memory: QUERY_LIMITS.sharedMemory})
    try {
      return isBounded ? evaluate(budget) : withTimeLimit(DOCUMENT_MS, () => evaluate(budget))
    } finally {
      allowance.take(threadTime() - start - FREE_MS)
    }
  }
  const mayTry = () => allowance.leftMs() > 0
  return (evaluate) => tryInBudget(() => tryOnce(evaluate), tooSlow, mayTry)
}

/** Time for all rules of a transaction, and what each of its changes adds. */
const TRANSACTION_MS = 200
const CHANGE_MS = 1

/** Limits rules for whole transactions. After a slow one only its author pauses: the cause may be their document. */
export class TransactionLimiter {
  readonly #pausedUntil = new Map<string, number>()

  /** Evaluates rules on a number of changes within the time that the whole request has left. Throws SlowRules. */
  run(
    {id, roles = []}: Pick<Identity, 'id' | 'roles'>,
    {changes, time}: {changes: number; time: Pick<StepBudget, 'leftMs'>},
    evaluate: () => void,
  ): void {
    const key = [id, ...roles].join()
    const tooSlow = () => new SlowRules(`A filter of the roles ${roles.join(', ')}`)
    if (performance.now() < (this.#pausedUntil.get(key) ?? 0)) throw tooSlow()
    const limited = () =>
      withTimeLimit(Math.ceil(Math.min(TRANSACTION_MS + changes * CHANGE_MS, time.leftMs)), () => {
        evaluate()
        return true
      })
    const pause = () => {
      this.#pausedUntil.set(key, performance.now() + PAUSE_MS)
      return tooSlow()
    }
    tryInBudget(limited, pause, () => time.leftMs > 0)
  }
}
