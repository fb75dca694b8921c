import {networkOf} from '../access/LoginLimiter.ts'
import {serviceUnavailable, tooManyRequests} from '../errors.ts'
import type {Identity} from '../types.ts'

/** Maximum numbers of open event streams and sockets. */
export interface StreamLimitOptions {
  /** In total. Default 10,000. */
  inAll?: number
  /** From one address, with a token or a session. Default 6,000: fifty tabs with all that a tab may hold. */
  perAddress?: number
  /** Of anonymous visitors together. Default 1,000. */
  anonymous?: number
  /** Of anonymous visitors, from one address or IPv6 network. Default 100. */
  anonymousPerAddress?: number
}

const DEFAULTS: Required<StreamLimitOptions> = {
  inAll: 10_000,
  perAddress: 6000,
  anonymous: 1000,
  anonymousPerAddress: 100,
}

/** The value of `Retry-After`. */
const RETRY_SECONDS = 30

/** Limits open event streams and sockets. */
export class StreamLimits {
  readonly #limits: Required<StreamLimitOptions>
  readonly #anonymousByAddress = new Map<string, number>()
  readonly #byAddress = new Map<string, number>()
  #anonymous = 0
  #open = 0

  constructor(limits: StreamLimitOptions = {}) {
    this.#limits = {...DEFAULTS, ...limits}
  }

  /** Number of open streams. */
  get open(): number {
    return this.#open
  }

  /** Number of open streams from an address, anonymous or not. */
  openFrom(address: string): number {
    const network = networkOf(address)
    return (this.#byAddress.get(network) ?? 0) + (this.#anonymousByAddress.get(network) ?? 0)
  }

  /**
   * Counts a stream. Returns a function that releases it, once. Throws 429 if the address has reached its limit, and
   * 503 if the lake has.
   */
  take({rights}: Identity, address: string): () => void {
    const isAnonymous = rights === 'none'
    const counts = isAnonymous ? this.#anonymousByAddress : this.#byAddress
    const limit = isAnonymous ? this.#limits.anonymousPerAddress : this.#limits.perAddress
    const network = networkOf(address)
    const held = counts.get(network) ?? 0
    if (held >= limit) {
      throw tooManyRequests(
        `This address holds ${limit} event streams, as many as it may. Close some, or send a token`,
        RETRY_SECONDS,
      )
    }
    if (this.#open >= this.#limits.inAll || (isAnonymous && this.#anonymous >= this.#limits.anonymous)) {
      throw serviceUnavailable('The lake holds as many event streams as it may. Try again later', RETRY_SECONDS)
    }
    const add = (one: 1 | -1) => {
      this.#open += one
      if (isAnonymous) this.#anonymous += one
      const now = (counts.get(network) ?? 0) + one
      if (now === 0) counts.delete(network)
      else counts.set(network, now)
    }
    add(1)
    let isTaken = true
    return () => {
      if (isTaken) add(-1)
      isTaken = false
    }
  }
}
