import {Script} from 'node:vm'
import {onTestFinished, vi} from 'vitest'

/**
 * Advances the clock by a fixed step on each read, the processor's, too, until the test has finished: a limit of time is
 * then reached after a number of steps, on any machine.
 */
export function useCountedClock(millisecondsPerLook: number) {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += millisecondsPerLook
    return now
  })
  const processor = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({user: now * 1000, system: 0}))
  onTestFinished(() => {
    clock.mockRestore()
    processor.mockRestore()
  })
  return {
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

/** Lifts all limits of time until mocks are restored, also V8's own, which goes by no clock of a test. */
export function withoutTimeLimits(): void {
  useCountedClock(0)
  const run = Script.prototype.runInContext
  vi.spyOn(Script.prototype, 'runInContext').mockImplementation(function (this: Script, context, options) {
    return run.call(this, context, {...(typeof options === 'object' ? options : {}), timeout: undefined})
  })
}

/** Lets each step take longer than others should wait, by the clock that is asked, until mocks are restored. */
export function slowSteps(): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
}
