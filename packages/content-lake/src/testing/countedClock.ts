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
