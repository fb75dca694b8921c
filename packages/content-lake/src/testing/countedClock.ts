import {onTestFinished, vi} from 'vitest'

/**
 * Until the test has finished, time passes only when somebody looks at the clock: so much by each look, for the processor, too.
 * A limit of time is then reached after a number of steps, on any machine.
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
    /** In milliseconds. */
    now: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}
