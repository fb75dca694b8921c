import {randomUUID} from 'node:crypto'

/** What subscribers of presence receive; `i` is the user. */
export type PresenceEvent =
  | {type: 'rollCall'; i: string; session: string}
  | {type: 'state'; i: string; m: Record<string, unknown>}
  | {type: 'disconnect'; i: string; m: {session: string}}

type PresenceSubscriber = (subscriptionId: string, event: PresenceEvent) => void

/** Who has which document open: passes on what each Studio says of itself. Nothing is stored. */
export class PresenceRoom {
  readonly #subscribers = new Map<string, PresenceSubscriber>()

  /** Returns the id that identifies the subscription in what it receives. */
  subscribe(subscriber: PresenceSubscriber): string {
    const id = randomUUID()
    this.#subscribers.set(id, subscriber)
    return id
  }

  unsubscribe(subscriptionId: string): boolean {
    return this.#subscribers.delete(subscriptionId)
  }

  broadcast(event: PresenceEvent): void {
    for (const [id, receive] of this.#subscribers) receive(id, event)
  }
}
