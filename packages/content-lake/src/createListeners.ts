/** Callbacks in the order in which they were added; each addition returns its removal. */
interface Listeners<Event> {
  add(listener: (event: Event) => void): () => void
  call(event: Event): void
}

/** Calls every listener; an exception reaches the caller. */
export function createListeners<Event>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call(event) {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

/**
 * Calls every listener for one event before any hears of the next, even when a listener causes one. So all of them
 * see commits in the order in which they were made. A listener that throws does not keep the others from hearing.
 */
export function createQueue<Event>(onError: (error: unknown) => void): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>()
  const waiting: Event[] = []
  let isDraining = false

  function drain(): void {
    isDraining = true
    for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    }
    isDraining = false
  }

  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call(event) {
      waiting.push(event)
      if (!isDraining) drain()
    },
  }
}
