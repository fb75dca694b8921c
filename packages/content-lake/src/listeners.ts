/** Listeners in the order of their subscription. */
export interface Listeners<Event> {
  /** Subscribes. Returns an unsubscribe function. */
  add(listener: (event: Event) => void): () => void
  /** Calls all of them synchronously. */
  call(event: Event): void
}

/** `onError`: gets what a listener throws, while the others are called; by default the caller gets it instead. */
export function createListeners<Event>(
  onError: (error: unknown) => void = (error) => {
    throw error
  },
): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    call(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
