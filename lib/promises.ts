/** Resolves with undefined if the promise fails or takes longer than `limit` milliseconds. */
export function withinTime<Value>(promise: Promise<Value>, limit: number): Promise<Value | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, limit, undefined).unref())
  return Promise.race([promise.catch(() => undefined), late])
}

/** Returns a function that gives the last answer for `life` milliseconds, a pending one too, and asks again only then. */
export function cached<Value>(life: number, ask: () => Promise<Value>): () => Promise<Value> {
  let last: {at: number; answer: Promise<Value>} | undefined
  return () => {
    if (!last || performance.now() - last.at > life) last = {at: performance.now(), answer: ask()}
    return last.answer
  }
}
