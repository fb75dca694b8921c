import {onTestFinished} from 'vitest'

/** Anything that can be subscribed to, such as what `client.listen()` returns. */
interface Subscribable<Value> {
  subscribe(observer: {next: (value: Value) => void; error: (error: unknown) => void}): {unsubscribe(): void}
}

export interface Recording<Value> {
  readonly events: Value[]
  /** Settles as soon as this many events have come; rejects when the stream fails. */
  count(amount: number): Promise<Value[]>
  /** Settles with the first event, past or future, that passes. */
  first(test: (event: Value) => boolean): Promise<Value>
  stop(): void
}

/** Subscribes and keeps everything that comes, until the test has finished. */
export function recordEvents<Value>(stream: Subscribable<Value>): Recording<Value> {
  const events: Value[] = []
  const waiting = new Set<() => void>()
  let failure: {error: unknown} | undefined
  const wake = () => {
    for (const check of waiting) check()
  }
  const subscription = stream.subscribe({
    next: (event) => {
      events.push(event)
      wake()
    },
    error: (error) => {
      failure = {error}
      wake()
    },
  })
  const stop = () => subscription.unsubscribe()
  onTestFinished(stop)

  function until<Found>(find: () => Found | undefined): Promise<Found> {
    const {promise, resolve, reject} = Promise.withResolvers<Found>()
    const check = () => {
      const found = find()
      if (found !== undefined) resolve(found)
      else if (failure) reject(failure.error)
      else return
      waiting.delete(check)
    }
    waiting.add(check)
    check()
    return promise
  }

  return {
    events,
    count: (amount) => until(() => (events.length >= amount ? events : undefined)),
    first: (test) => until(() => events.find(test)),
    stop,
  }
}
