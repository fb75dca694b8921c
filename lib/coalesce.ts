/**
 * Coalesces concurrent calls: one run at a time. Calls made during a run share the next one, so no caller gets a result
 * that was already under way when it called.
 */
export function coalesce<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const start = () => {
    const current = run().finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }
  return () => {
    if (next) return next
    if (!running) return start()
    next = running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
