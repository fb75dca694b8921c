import {setImmediate as nextTurn} from 'node:timers/promises'
import PQueue from 'p-queue'
import {type StepBudget, threadTime} from '../query/limits/StepBudget.ts'

/** Work in steps, between which other requests may be answered. */
export type Work<Result = void> = Generator<undefined, Result>

/** Does all steps at once. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const {done, value} = work.next()
    if (done) return value
  }
}

/** How long work keeps other requests waiting, if no single step takes longer. */
const SLICE_MS = 25
/** Attempts that commits from elsewhere may undo. The last one makes no pause. */
const MAX_ATTEMPTS = 4

interface PausedWork<Result> {
  /** Begins an attempt. */
  begin: () => Work<Result>
  /** The time of all attempts. */
  time: StepBudget
  /** Changes when an attempt has to start over. */
  version: () => number
  /** Throws if the work may not go on. Called before an attempt, and after each pause. */
  mayGoOn: () => void
}

/** Does the steps with pauses, in which other requests are answered. */
async function finishWithPauses<Result>({begin, time, version, mayGoOn}: PausedWork<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    mayGoOn()
    const work = begin()
    const before = version()
    let sliceStart = performance.now()
    while (version() === before) {
      const {done, value} = work.next()
      if (done) return value
      if (attempt === MAX_ATTEMPTS || performance.now() - sliceStart < SLICE_MS) continue
      const pauseStart = threadTime()
      await nextTurn()
      time.extend(threadTime() - pauseStart)
      mayGoOn()
      sliceStart = performance.now()
    }
  }
}

/** Does work with pauses, one after the other. */
export function createWorkQueue(): <Result>(work: () => PausedWork<Result>) => Promise<Result> {
  const queue = new PQueue({concurrency: 1})
  return (work) => queue.add(() => finishWithPauses(work()))
}
