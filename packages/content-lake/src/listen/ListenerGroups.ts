import type {Transaction} from '../types.ts'
import {encodeEvents} from './encodeEvents.ts'
import type {EventStream} from './eventStream.ts'
import type {ListenRequest} from './listenRequest.ts'
import {mutationEvents} from './mutationEvents.ts'

interface Group {
  request: ListenRequest
  streams: Set<EventStream>
}

/**
 * Listeners that asked for the same thing. Many tabs hold the same listeners, and what they are told is worked out and
 * encoded once for all of them.
 */
export class ListenerGroups {
  readonly #groups = new Map<string, Group>()

  /** `key` says all that the request depends on. Returns a function that takes the stream out. */
  add(key: string, request: ListenRequest, stream: EventStream): () => void {
    const group = this.#groups.get(key) ?? {request, streams: new Set()}
    this.#groups.set(key, group)
    group.streams.add(stream)
    return () => {
      group.streams.delete(stream)
      if (group.streams.size === 0 && this.#groups.get(key) === group) this.#groups.delete(key)
    }
  }

  tell(transaction: Transaction, position: string): void {
    for (const {request, streams} of [...this.#groups.values()]) {
      try {
        const events = encodedEvents(transaction, position, request)
        if (events) for (const stream of [...streams]) stream.write(events)
      } catch (error) {
        for (const stream of [...streams]) {
          stream.send('channelError', {message: error instanceof Error ? error.message : String(error)})
          stream.end()
        }
      }
    }
  }
}

/**
 * What one listener is told about a transaction, in one piece, so that a socket that is cut has carried all of it or
 * nothing. Undefined when it does not concern the listener.
 */
export function encodedEvents(
  transaction: Transaction,
  position: string,
  request: ListenRequest,
): Uint8Array | undefined {
  const events = mutationEvents(transaction, request)
  if (events.length === 0) return undefined
  // Only the last event moves the position: who has not heard it has missed something.
  const lastIndex = events.length - 1
  return encodeEvents(
    events.map((data, index) => ({event: 'mutation', data, ...(index === lastIndex && {id: position})})),
  )
}
