import {networkOf} from '../../access/networkOf.ts'
import {type LakeError, serviceUnavailable, tooManyRequests} from '../../errors.ts'
import {LruCache} from '../../LruCache.ts'
import {type TokenBucket, tokenBucket} from '../../query/limits/StepBudget.ts'

export interface Sender {
  isKnown: boolean
  /** Identifies anonymous senders; undefined for local programs, such as a site's own server. */
  address: string | undefined
}

export interface QueueLimits {
  running: number
  anonymous: number
  waiting: number
  waitingPerAddress: number
  /** Time budget of an anonymous sender. */
  budgetMs: number
  /** Time in which a used budget refills. */
  refillMs: number
  now?: () => number
}

interface Waiting {
  sender: Sender
  start: () => void
}

const MAX_BUDGETS = 10_000

const LOCAL_KEY = 'here'
const keyOf = ({address}: Sender): string => (address === undefined ? LOCAL_KEY : networkOf(address))

/** A job queue. Known senders go first; anonymous ones never get all slots, take turns, and have a time budget each. */
export class JobQueue {
  readonly #limits: QueueLimits
  readonly #now: () => number
  readonly #known: Waiting[] = []
  /** Queues of anonymous senders, in round-robin order. */
  readonly #anonymous = new Map<string, Waiting[]>()
  readonly #budgets = new LruCache<string, TokenBucket>(MAX_BUDGETS)
  #running = 0
  #runningAnonymous = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
    this.#now = limits.now ?? (() => performance.now())
  }

  /** Throws 503 when the queue is full, and 429 when an anonymous sender's budget is used up. */
  async run<Result>(sender: Sender, job: () => Promise<Result>): Promise<Result> {
    if (!sender.isKnown) this.#checkBudget(sender)
    const {promise, resolve} = Promise.withResolvers<void>()
    this.#add({sender, start: resolve})
    this.#startNext()
    await promise
    const startedAt = this.#now()
    try {
      return await job()
    } finally {
      this.#running -= 1
      if (!sender.isKnown) {
        this.#runningAnonymous -= 1
        this.#spend(sender, this.#now() - startedAt)
      }
      this.#startNext()
    }
  }

  #add(waiting: Waiting): void {
    const {sender} = waiting
    const {waiting: most, waitingPerAddress} = this.#limits
    const isHere = sender.address === undefined
    const anonymous = [...this.#anonymous].filter(([key]) => (key === LOCAL_KEY) === isHere).flatMap(([, jobs]) => jobs)
    // Separate counts, so that strangers never fill the queue for known senders, nor for local programs.
    const {length} = sender.isKnown ? this.#known : anonymous
    if (length >= most) throw busy()
    if (sender.isKnown) {
      this.#known.push(waiting)
      return
    }
    const jobs = this.#anonymous.get(keyOf(sender)) ?? []
    if (sender.address !== undefined && jobs.length >= waitingPerAddress) throw busy()
    jobs.push(waiting)
    this.#anonymous.set(keyOf(sender), jobs)
  }

  #startNext(): void {
    while (this.#running < this.#limits.running) {
      const next = this.#known.shift() ?? this.#nextAnonymous()
      if (!next) return
      this.#running += 1
      next.start()
    }
  }

  #nextAnonymous(): Waiting | undefined {
    if (this.#runningAnonymous >= this.#limits.anonymous) return undefined
    const [turn] = this.#anonymous
    if (!turn) return undefined
    const [key, jobs] = turn
    const job = jobs.shift()
    this.#anonymous.delete(key)
    if (jobs.length > 0) this.#anonymous.set(key, jobs)
    this.#runningAnonymous += 1
    return job
  }

  #checkBudget(sender: Sender): void {
    if (sender.address === undefined) return
    const budget = this.#budgets.get(keyOf(sender))
    if (budget?.leftMs() === 0) throw usedUp(Math.ceil(budget.emptyForMs() / 1000) + 1)
  }

  #spend(sender: Sender, milliseconds: number): void {
    if (sender.address === undefined) return
    const {budgetMs, refillMs} = this.#limits
    const budget = this.#budgets.get(keyOf(sender)) ?? tokenBucket(budgetMs, refillMs, this.#now)
    budget.take(milliseconds)
    this.#budgets.set(keyOf(sender), budget)
  }
}

const busy = (): LakeError =>
  serviceUnavailable('Too many images are being drawn; try again in a few seconds', 5, {reason: 'busy'})

const usedUp = (seconds: number): LakeError =>
  tooManyRequests(`Too many images were drawn for this address; try again in ${seconds} seconds`, seconds, {
    reason: 'busy',
  })
