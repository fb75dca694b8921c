import type {IncomingMessage, ServerResponse} from 'node:http'
import {LRUCache} from 'lru-cache'
import {networkOf} from '../../lib/networkOf.ts'
import {basePath, pathOf} from '../../lib/urls.ts'

/** Paths that ask the content API whose a credential is. */
const guarded = new RegExp(`^${basePath}/api/(?:enquiries/|draft-mode/(?:enable|link)$)`)
/** Answers to a credential that has not proved good; with 503 the content API is away, or has had enough itself. */
const unproved: ReadonlySet<number> = new Set([401, 410, 503])

/** Each in a network and a period. Generous: a whole company may share one address. */
const mostGuesses = 60
/** In milliseconds. */
const period = 60_000
/** Networks that are remembered at a time. */
const mostNetworks = 10_000

/**
 * Limits wrong credentials of an address, or of an IPv6 network: each costs a request to the content API, which limits those
 * of the site's pages and editors along with them.
 */
export class GuessLimit {
  readonly #guesses: LRUCache<string, {count: number}>

  constructor(now: () => number = () => performance.now()) {
    this.#guesses = new LRUCache({max: mostNetworks, ttl: period, ttlResolution: 0, perf: {now}})
  }

  /** Counts a request until it is answered, and on if its credential proves wrong. Returns whether it may go on. */
  admit({url, headers}: Pick<IncomingMessage, 'url' | 'headers'>, response: ServerResponse): boolean {
    if (!guarded.test(pathOf(url))) return true
    const network = networkOf(String(headers['x-forwarded-for']))
    const known = this.#guesses.get(network)
    const guesses = known ?? {count: 0}
    if (guesses.count >= mostGuesses) return false
    if (!known) this.#guesses.set(network, guesses)
    guesses.count += 1
    // Who hangs up has cost as much.
    response.once('close', () => {
      if (response.headersSent && !unproved.has(response.statusCode)) guesses.count -= 1
    })
    return true
  }
}
