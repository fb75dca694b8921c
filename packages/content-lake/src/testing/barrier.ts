/** Returns a function to wait by: its promises are fulfilled once it has been called so many times. */
export function barrier(count: number): () => Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>()
  let calls = 0
  return () => {
    calls += 1
    if (calls === count) resolve()
    return promise
  }
}
