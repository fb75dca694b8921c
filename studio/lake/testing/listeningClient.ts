import {defer, Subject} from 'rxjs'
import {vi} from 'vitest'

/** A client whose listeners the test speaks for, and whose answers it gives. */
export function listeningClient() {
  const listeners: Subject<object>[] = []
  const fetched = vi.fn()
  const client = {
    withConfig: () => client,
    listen: () =>
      defer(() => {
        const events = new Subject<object>()
        listeners.push(events)
        return events
      }),
    observable: {fetch: fetched},
  }
  return {client, listeners, fetched}
}
