import type {Enquiry} from '../enquiry.ts'

/** A place to which enquiries are delivered. */
export interface Sink {
  /** As it stands in the outbox. */
  name: SinkName
  /** Delivers one enquiry, or throws why not. The same one may come twice: after a crash nobody knows. */
  send: (enquiry: Enquiry, now: number) => Promise<void>
}

export type SinkName = 'mail' | 'webhook'

/** Why a delivery failed, in words that may be kept and logged: they hold nothing of the enquiry. */
export class DeliveryError extends Error {}
