/**
 * Runs a costly question one at a time. A caller that comes while it runs gets the answer of the next run, which began
 * after it came, and shares it with all who wait.
 */
export function inTurn<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined
  let next: Promise<Answer> | undefined
  const start = () => {
    const run = ask().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    return run
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
