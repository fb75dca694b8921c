import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {openMemoryDatabase} from '../store/openDatabase.ts'
import fc from '../testing/fastCheck.ts'
import {createLoginLimiter} from './loginLimiter.ts'

const RUNS = 150 * Number(process.env.FUZZ_FACTOR || 1)
const MINUTE = 60_000
const WINDOW = 15 * MINUTE
const SECRET = 'secret'

/** Addresses, several spellings of one network among them, and the network that each is of. */
const ADDRESSES = {
  '203.0.113.1': 'a',
  '::ffff:203.0.113.1': 'a',
  '::ffff:cb00:7101': 'a',
  '203.0.113.2': 'b',
  '2001:db8:1:2::1': 'c',
  '2001:0DB8:0001:0002:ffff:0:0:9': 'c',
  '2001:db8:1:3::1': 'd',
  'fe80::1%eth0': 'e',
} as const
const ACCOUNTS = ['ann', 'ben', 'unknown cleo']
const DEVICES = [undefined, undefined, 'phone', 'laptop']

interface Step {
  account: string
  address: keyof typeof ADDRESSES
  device: string | undefined
  isRight: boolean
  /** The time since the step before. */
  ms: number
  restart: boolean
}

const addresses = Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[]
const step: fc.Arbitrary<Step> = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  address: fc.constantFrom(...addresses),
  device: fc.constantFrom(...DEVICES),
  isRight: fc.boolean(),
  ms: fc.oneof(
    {weight: 6, arbitrary: fc.constantFrom(0, 1, 500, 2000)},
    {weight: 1, arbitrary: fc.integer({min: 0, max: 20 * MINUTE})},
  ),
  restart: fc.integer({min: 0, max: 19}).map((value) => value === 0),
})

/** The rules again, as slowly and plainly as they can be written: a list of failures, looked through each time. */
class Model {
  #failures: {account: string; client: string; at: number; since: number}[] = []
  readonly #last = new Map<string, number>()

  restart(): void {
    this.#last.clear()
  }

  begin({account, address, device}: Step, now: number): 'refused' | number {
    this.#failures = this.#failures.filter(({since}) => since + WINDOW > now)
    const network = ADDRESSES[address]
    const at = (client: string) => this.#failures.filter((one) => one.account === account && one.client === client)
    if (device && at(`browser ${device}`).length < 5) return this.#add(account, `browser ${device}`, now, 0)
    if (at(network).length >= 5) return 'refused'
    if (this.#failures.filter(({client}) => client === network).length >= 20) return 'refused'
    const total = this.#failures.filter((one) => one.account === account && !one.client.startsWith('browser')).length
    const spacing = total >= 100 ? 10_000 : total >= 20 ? 2000 : 0
    const last = this.#last.get(account)
    const delay = spacing > 0 && last !== undefined ? Math.max(0, last + spacing - now) : 0
    if (delay > 20_000) return 'refused'
    this.#last.set(account, now + delay)
    return this.#add(account, network, now, delay)
  }

  succeeded({account, address, device}: Step, usedDevice: boolean): void {
    const client = usedDevice ? `browser ${device}` : ADDRESSES[address]
    this.#failures = this.#failures.filter((one) => one.account !== account || one.client !== client)
  }

  usesDevice({account, device}: Step, now: number): boolean {
    const alive = this.#failures.filter(({since}) => since + WINDOW > now)
    const own = alive.filter((one) => one.account === account && one.client === `browser ${device}`)
    return device !== undefined && own.length < 5
  }

  #add(account: string, client: string, now: number, delay: number): number {
    const since = this.#failures.find((one) => one.account === account && one.client === client)?.since ?? now
    this.#failures.push({account, client, at: now, since})
    return delay
  }
}

describe('the limit on wrong passwords', () => {
  it('decides as its rules say, over restarts, whoever guesses or signs in from wherever', () => {
    fc.assert(
      fc.property(fc.array(step, {minLength: 1, maxLength: 120}), (steps) => {
        const database = openMemoryDatabase()
        const model = new Model()
        let now = 1_000_000
        let limiter = createLoginLimiter(database, SECRET, () => now)
        for (const one of steps) {
          now += one.ms
          if (one.restart) {
            limiter = createLoginLimiter(database, SECRET, () => now)
            model.restart()
          }
          const usesDevice = model.usesDevice(one, now)
          const expected = model.begin(one, now)
          const admission = limiter.begin(one)
          expect('delayMs' in admission ? admission.delayMs : 'refused').toBe(expected)
          if ('refusedForSeconds' in admission) expect(admission.refusedForSeconds).toBeGreaterThan(0)
          if ('delayMs' in admission && one.isRight) {
            admission.succeeded()
            model.succeeded(one, usesDevice)
          }
        }
        database.close()
      }),
      {numRuns: RUNS},
    )
  })

  it('looks at ten guesses at an account in a quarter of an hour from one network, whatever is signed in to between', () => {
    fc.assert(
      fc.property(fc.array(step, {minLength: 50, maxLength: 200}), (steps) => {
        const database = openMemoryDatabase()
        let now = 1_000_000
        const limiter = createLoginLimiter(database, SECRET, () => now)
        const guesses: number[] = []
        for (const one of steps) {
          now += one.ms
          // The attacker knows the passwords of all accounts but one.
          const isGuess = one.account === 'ann'
          const admission = limiter.begin({account: one.account, address: '203.0.113.1'})
          if ('refusedForSeconds' in admission) continue
          if (isGuess) guesses.push(now)
          else admission.succeeded()
        }
        for (const first of guesses)
          expect(guesses.filter((at) => at >= first && at < first + WINDOW).length).toBeLessThanOrEqual(10)
        database.close()
      }),
      {numRuns: RUNS},
    )
  })

  it('keeps nobody out for what happens elsewhere: a known browser at once, a new address within 20 seconds', () => {
    const attack = fc.record({
      address: fc.ipV4(),
      account: fc.constantFrom(...ACCOUNTS),
      ms: fc.integer({min: 0, max: 50}),
    })
    fc.assert(
      fc.property(fc.array(attack, {minLength: 100, maxLength: 400}), (attempts) => {
        const database = openMemoryDatabase()
        let now = 1_000_000
        const limiter = createLoginLimiter(database, SECRET, () => now)
        for (const {ms, ...attempt} of attempts) {
          now += ms
          limiter.begin(attempt)
        }
        expect(limiter.begin({account: 'ann', address: '198.51.100.7', device: 'phone'})).toMatchObject({delayMs: 0})
        now += 10_000
        const admission = limiter.begin({account: 'ann', address: '2001:db8:9::1'})
        expect('delayMs' in admission && admission.delayMs).toBeLessThanOrEqual(20_000)
        database.close()
      }),
      {numRuns: Math.ceil(RUNS / 5)},
    )
  })

  it('looks at no more than one guess in ten seconds at an account that thousands of addresses guess at', () => {
    const database = openMemoryDatabase()
    let now = 1_000_000
    const limiter = createLoginLimiter(database, SECRET, () => now)
    let looked = 0
    for (let guess = 0; guess < 3000; guess += 1) {
      now += 200
      const admission = limiter.begin({account: 'ann', address: `10.1.${guess >> 8}.${guess & 255}`})
      if ('delayMs' in admission) looked += 1
    }
    // Ten minutes: twenty at once, eighty at two seconds each, then one in ten seconds.
    expect(looked).toBeLessThanOrEqual(20 + 80 + 60)
    database.close()
  })

  it('remembers no more than the last 20,000 accounts and addresses, however many guess', () => {
    const database = openMemoryDatabase()
    database.exec(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
       INSERT INTO login_failures SELECT 'account' || n, 'client' || n, 1, 0 FROM numbers`,
    )
    const limiter = createLoginLimiter(database, SECRET, () => 0)
    for (let guess = 0; guess < 5; guess += 1) {
      for (const account of ['ann', 'ben']) limiter.begin({account, address: '203.0.113.1'})
    }
    expect(database.prepare('SELECT count(*) AS count FROM login_failures').get()).toEqual({count: 20_000})
    expect(limiter.begin({account: 'ann', address: '203.0.113.1'})).toEqual({refusedForSeconds: 900})
    database.close()
  })

  it('holds on a full disk, too', () => {
    const database = openMemoryDatabase()
    const limiter = createLoginLimiter(database, SECRET, () => 0)
    database.exec('PRAGMA query_only = ON')
    for (let guess = 0; guess < 5; guess += 1) limiter.begin({account: 'ann', address: '203.0.113.1'})
    expect(limiter.begin({account: 'ann', address: '203.0.113.1'})).toEqual({refusedForSeconds: 900})
    database.close()
  })

  it('forgets after its fifteen minutes though the clock was set back, also with a restart since', () => {
    vi.useFakeTimers({toFake: ['Date', 'performance', 'setTimeout']})
    onTestFinished(() => void vi.useRealTimers())
    const database = openMemoryDatabase()
    const attempt = {account: 'ann', address: '203.0.113.1'}
    const limiter = createLoginLimiter(database, SECRET)
    for (let guess = 0; guess < 5; guess += 1) limiter.begin(attempt)
    expect(limiter.begin(attempt)).toEqual({refusedForSeconds: 900})
    vi.setSystemTime(Date.now() - 60 * MINUTE)
    const restarted = createLoginLimiter(database, SECRET, () => Date.now())
    expect(restarted.begin(attempt)).toEqual({refusedForSeconds: 900})
    vi.advanceTimersByTime(WINDOW)
    for (const one of [limiter, restarted]) expect(one.begin(attempt)).toMatchObject({delayMs: 0})
    database.close()
  })

  it('keeps no name and no address', () => {
    const database = openMemoryDatabase()
    createLoginLimiter(database, SECRET).begin({
      account: 'unknown my password',
      address: '203.0.113.1',
      device: 'phone',
    })
    expect(JSON.stringify(database.prepare('SELECT * FROM login_failures').all())).not.toMatch(/password|203\.0|phone/)
    database.close()
  })
})
