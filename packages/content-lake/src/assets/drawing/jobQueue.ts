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
export function createJobQueue(limits: QueueLimits) {
  const {now = () => performance.now()} = limits
  const known: Waiting[] = []
  /** Queues of anonymous senders, in round-robin order. */
  const anonymous = new Map<string, Waiting[]>()
  const budgets = new LruCache<string, TokenBucket>(MAX_BUDGETS)
  let running = 0
  let runningAnonymous = 0

  /** Throws 503 when the queue is full, and 429 when an anonymous sender's budget is used up. */
  async function run<Result>(sender: Sender, job: () => Promise<Result>): Promise<Result> {
    if (!sender.isKnown) checkBudget(sender)
    const {promise, resolve} = Promise.withResolvers<void>()
    add({sender, start: resolve})
    startNext()
    await promise
    const startedAt = now()
    try {
      return await job()
    } finally {
      running -= 1
      if (!sender.isKnown) {
        runningAnonymous -= 1
        spend(sender, now() - startedAt)
      }
      startNext()
    }
  }

  function add(waiting: Waiting): void {
    const {sender} = waiting
    const {waiting: most, waitingPerAddress} = limits
    const isHere = sender.address === undefined
    const others = [...anonymous].filter(([key]) => (key === LOCAL_KEY) === isHere).flatMap(([, jobs]) => jobs)
    // Separate counts, so that strangers never fill the queue for known senders, nor for local programs.
    const {length} = sender.isKnown ? known : others
    if (length >= most) throw busy()
    if (sender.isKnown) {
      known.push(waiting)
      return
    }
    const jobs = anonymous.get(keyOf(sender)) ?? []
    if (sender.address !== undefined && jobs.length >= waitingPerAddress) throw busy()
    jobs.push(waiting)
    anonymous.set(keyOf(sender), jobs)
  }

  function startNext(): void {
    while (running < limits.running) {
      const next = known.shift() ?? nextAnonymous()
      if (!next) return
      running += 1
      next.start()
    }
  }

  function nextAnonymous(): Waiting | undefined {
    if (runningAnonymous >= limits.anonymous) return undefined
    const [turn] = anonymous
    if (!turn) return undefined
    const [key, jobs] = turn
    const job = jobs.shift()
    anonymous.delete(key)
    if (jobs.length > 0) anonymous.set(key, jobs)
    runningAnonymous += 1
    return job
  }

  function checkBudget(sender: Sender): void {
    if (sender.address === undefined) return
    const budget = budgets.get(keyOf(sender))
    if (budget?.leftMs() === 0) throw usedUp(Math.ceil(budget.emptyForMs() / 1000) + 1)
  }

  function spend(sender: Sender, milliseconds: number): void {
    if (sender.address === undefined) return
    const {budgetMs, refillMs} = limits
    const budget = budgets.get(keyOf(sender)) ?? tokenBucket(budgetMs, refillMs, now)
    budget.take(milliseconds)
    budgets.set(keyOf(sender), budget)
  }

  return {run}
}

const busy = (): LakeError =>
  serviceUnavailable('Too many images are being drawn; try again in a few seconds', 5, {reason: 'busy'})

const usedUp = (seconds: number): LakeError =>
  tooManyRequests(`Too many images were drawn for this address; try again in ${seconds} seconds`, seconds, {
    reason: 'busy',
  })
