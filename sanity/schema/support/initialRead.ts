/** Half of the time after which Sanity gives up an initial value, and shows a dialog that offers only to reload. */
const WAIT_MS = 5000

/** Returns what is read for an initial value; the fallback if the read fails, or has no answer after five seconds. */
export async function initialRead<Value>(read: Promise<Value>, fallback: Value): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, fallback)
  })
  try {
    return await Promise.race([read, late])
  } catch {
    return fallback
  } finally {
    clearTimeout(timer)
  }
}
