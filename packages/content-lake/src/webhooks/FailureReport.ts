const QUIET_MS = 60_000

export type FailureReport = ReturnType<typeof createFailureReport>

/** Logs the first failure at once, then their number at most once a minute, and the recovery. */
export function createFailureReport(report: (message: string) => void, now = () => performance.now()) {
  let count = 0
  let reportedAt = 0
  let firstAt = 0

  function add(failure: string): void {
    const time = now()
    count += 1
    if (count === 1) firstAt = time
    else if (time - reportedAt < QUIET_MS) return
    reportedAt = time
    report(count === 1 ? failure : `${failure}; ${count} failures so far`)
  }

  function end(): void {
    if (count === 0) return
    const seconds = Math.round((now() - firstAt) / 1000)
    report(`works again after ${count} ${count === 1 ? 'failure' : 'failures'} in ${seconds} s`)
    count = 0
  }

  return {add, end}
}
