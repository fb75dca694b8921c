import {serviceUnavailable, tooManyRequests} from '../errors.ts'
import type {ConcurrencyLimitOptions, Identity} from '../types.ts'
import {networkOf} from './networkOf.ts'

/** The defaults of one kind, and the words for it in refusals. */
interface Kind extends Required<ConcurrencyLimitOptions> {
  noun: string
  /** The value of `Retry-After`. */
  retrySeconds: number
}

/** Open event streams and sockets: an address has room for fifty tabs with all that a tab may hold. */
export const STREAMS: Kind = {
  noun: 'event streams',
  inAll: 10_000,
  perAddress: 6000,
  anonymous: 1000,
  anonymousPerAddress: 100,
  retrySeconds: 30,
}

/** Requests whose answer is not finished, besides event streams: each holds its body and its answer in memory. */
export const REQUESTS: Kind = {
  noun: 'requests',
  inAll: 2000,
  perAddress: 1000,
  anonymous: 500,
  anonymousPerAddress: 200,
  retrySeconds: 1,
}

const MB = 1024 * 1024

/** Bytes of request bodies, which are read and parsed in memory. Uploads are streamed to disk instead. */
export const BODY_BYTES: Kind = {
  noun: 'bytes of request bodies',
  inAll: 512 * MB,
  perAddress: 128 * MB,
  anonymous: 128 * MB,
  anonymousPerAddress: 16 * MB,
  retrySeconds: 1,
}

/** Bytes of answers held in memory beyond `UNCOUNTED_ANSWER` each; what is streamed from disk does not count. */
export const ANSWER_BYTES: Kind = {
  noun: 'bytes of answers',
  inAll: 1024 * MB,
  perAddress: 384 * MB,
  anonymous: 256 * MB,
  anonymousPerAddress: 64 * MB,
  retrySeconds: 1,
}

/** Bytes of an answer that are not counted: usual ones are not refused when somebody holds many long ones. */
export const UNCOUNTED_ANSWER = 256 * 1024

/** Uploads: each holds a file of up to 200 MB on disk. Anonymous visitors have none. */
export const UPLOADS: Kind = {
  noun: 'uploads',
  inAll: 64,
  perAddress: 32,
  anonymous: 0,
  anonymousPerAddress: 0,
  retrySeconds: 5,
}

/** Limits how many of one kind are under way at a time, by address and in all. */
export class ConcurrencyLimits {
  readonly #limits: Kind
  readonly #anonymousByAddress = new Map<string, number>()
  readonly #byAddress = new Map<string, number>()
  #anonymous = 0
  #open = 0

  constructor(kind: Kind, limits: ConcurrencyLimitOptions = {}) {
    this.#limits = {...kind, ...limits}
  }

  get open(): number {
    return this.#open
  }

  /**
   * Counts one, or an amount. Returns a function that releases it, once. Throws 429 for the address, 503 for the lake.
   */
  take({rights}: Identity, address: string, amount = 1): () => void {
    const {noun, retrySeconds} = this.#limits
    const isAnonymous = rights === 'none'
    const counts = isAnonymous ? this.#anonymousByAddress : this.#byAddress
    const limit = isAnonymous ? this.#limits.anonymousPerAddress : this.#limits.perAddress
    const network = networkOf(address)
    const held = counts.get(network) ?? 0
    if (held + amount > limit) {
      throw tooManyRequests(
        `An address may have ${limit} ${noun} at a time. Wait until some have ended${isAnonymous ? ', or send a token' : ''}`,
        retrySeconds,
      )
    }
    const {inAll, anonymous} = this.#limits
    if (this.#open + amount > inAll || (isAnonymous && this.#anonymous + amount > anonymous)) {
      throw serviceUnavailable(`The lake has no room for more ${noun}. Try again later`, retrySeconds)
    }
    const add = (difference: number) => {
      this.#open += difference
      if (isAnonymous) this.#anonymous += difference
      const now = (counts.get(network) ?? 0) + difference
      if (now === 0) counts.delete(network)
      else counts.set(network, now)
    }
    add(amount)
    let isTaken = true
    return () => {
      if (isTaken) add(-amount)
      isTaken = false
    }
  }
}
