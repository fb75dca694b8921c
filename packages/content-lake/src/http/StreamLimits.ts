import {networkOf} from '../access/LoginLimiter.ts'
import {serviceUnavailable, tooManyRequests} from '../errors.ts'
import type {Identity} from '../types.ts'

/** How many event streams and sockets may be open at a time. */
export interface StreamLimitOptions {
  /** In all, whoever holds them. Default 10,000. */
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

/** What a client is asked to wait before it tries again. */
const RETRY_SECONDS = 30

/** Counts open event streams and sockets, so that nobody can hold them all. */
export class StreamLimits {
  readonly #limits: Required<StreamLimitOptions>
  readonly #anonymousByAddress = new Map<string, number>()
  readonly #byAddress = new Map<string, number>()
  #anonymous = 0
  #open = 0

  constructor(limits: StreamLimitOptions = {}) {
    this.#limits = {...DEFAULTS, ...limits}
  }

  /** How many are open. */
  get open(): number {
    return this.#open
  }

  /** How many are open from an address, with and without a token or session. */
  openFrom(address: string): number {
    const network = networkOf(address)
    return (this.#byAddress.get(network) ?? 0) + (this.#anonymousByAddress.get(network) ?? 0)
  }

  /**
   * Counts one more. Returns the function that takes it back, of which only the first call counts. Throws 429 when this
   * address holds as many as it may, and 503 when there are too many in all.
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
