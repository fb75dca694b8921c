import {onTestFinished} from 'vitest'
import {createWaiting} from './createWaiting.ts'

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
  const {check, until} = createWaiting()
  let failure: {error: unknown} | undefined
  const subscription = stream.subscribe({
    next: (event) => {
      events.push(event)
      check()
    },
    error: (error) => {
      failure = {error}
      check()
    },
  })
  const stop = () => subscription.unsubscribe()
  onTestFinished(stop)

  /** Passes on what was found, if anything yet. Throws once nothing more can come. */
  function orFailure<Found>(found: Found | undefined): Found | undefined {
    if (found === undefined && failure) throw failure.error
    return found
  }

  return {
    events,
    count: (amount) => until(() => orFailure(events.length >= amount ? events : undefined)),
    first: (test) => until(() => orFailure(events.find(test))),
    stop,
  }
}
