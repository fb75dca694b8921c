import {createHmac} from 'node:crypto'
import {createServer} from 'node:net'
import {expect, inject, onTestFinished, test, vi} from 'vitest'
import {freePort} from '@/tests/support/freePort.ts'
import {newDatabase} from '@/tests/support/startPostgres.ts'
import {type EnquiryDatabase, openDatabase} from '../database/openDatabase.ts'
import {changeEnquiry, listEnquiries} from '../store.ts'
import {submitEnquiry} from '../submitEnquiry.ts'
import {newEnquiry, noon, submissionOf} from '../testing/fixtures.ts'
import {newFile, onBothDatabases} from '../testing/onBothDatabases.ts'
import {startMailServer} from '../testing/startMailServer.ts'
import {startReceiver} from '../testing/startReceiver.ts'
import {mailSink} from './mailSink.ts'
import {
  backlogOf,
  backoff,
  countsOf,
  DeliveryError,
  deliverDue,
  hourlyErasure,
  type Sink,
  startWorker,
} from './outbox.ts'
import {webhookSink} from './webhookSink.ts'

const hour = 60 * 60_000
const day = 24 * hour

/** Mail is configured, and nothing else. */
const mailAt = (now: number) => ({sinks: ['mail'], now})

/** An outbox with a fake clock and recorded log lines. */
function outboxOf(database: EnquiryDatabase, sinks: Sink[]) {
  const clock = {now: noon}
  const lines: string[] = []
  const outbox = {database, sinks, now: () => clock.now, random: () => 0.5, log: (line: string) => lines.push(line)}
  const states = async () =>
    (await listEnquiries(database, {})).enquiries.flatMap(({deliveries}) => deliveries.map(({state}) => state))
  /** Advances the clock by hours, delivering what is due. */
  const pass = async (time: number) => {
    for (const end = clock.now + time; clock.now < end; clock.now += hour) while ((await deliverDue(outbox)) > 0);
  }
  return {outbox, clock, lines, states, pass}
}

onBothDatabases(({open, openTwice, newPlace}) => {
  test('a mail server that is dead for a day loses nothing, and the mail holds what the visitor wrote', async () => {
    const database = await open()
    const port = await freePort()
    const {states, pass, lines} = outboxOf(database, [
      mailSink({server: `smtp://127.0.0.1:${port}`, to: 'sales@example.com', from: 'site@example.com'}),
    ])
    const enquiry = newEnquiry({name: 'Ada 👩🏽‍🔬', message: 'one\n.\ntwo'})
    await submitEnquiry(database, submissionOf({enquiry, sinks: ['mail']}))
    await pass(day)
    expect(await states()).toEqual(['waiting'])
    expect([await backlogOf(database, mailAt(noon + 60_000)), await backlogOf(database, mailAt(noon + hour))]).toEqual([
      'waiting',
      'late',
    ])
    expect(await countsOf(database, mailAt(noon + hour))).toEqual({waiting: 1, failed: 0, oldest: noon})
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.join()).toContain('SMTP ESOCKET')
    const back = await startMailServer(port)
    onTestFinished(() => back.stop())
    await pass(2 * hour)
    expect(await states()).toEqual(['delivered'])
    expect(await backlogOf(database, mailAt(noon + hour))).toBe('none')
    expect(await countsOf(database, mailAt(noon + hour))).toEqual({waiting: 0, failed: 0, oldest: undefined})
    const [mail, ...others] = back.mails
    expect(others).toEqual([])
    expect(mail?.recipients).toEqual(['sales@example.com'])
    expect(mail?.text).toContain('Ada 👩🏽‍🔬')
    expect(mail?.text).toContain('one\n.\ntwo')
    expect(mail?.headers).toMatch(/^reply-to: wang@example\.com$/im)
    expect(mail?.headers).not.toContain('Ada')
    expect(lines.join()).not.toMatch(/Ada|wang|1381234/)
  })

  test('what is queued by the flood limit, or for a destination that is no longer configured, is not late', async () => {
    const database = await open()
    const all = {count: 1, period: hour, queue: day}
    for (const name of ['Ada', 'Lin']) {
      const enquiry = newEnquiry({name})
      await submitEnquiry(database, submissionOf({enquiry, sinks: ['mail', 'webhook']}), {address: all, all})
    }
    const {pass} = outboxOf(database, [{name: 'mail', send: async () => undefined}])
    await pass(1)
    const soon = mailAt(noon + hour / 2)
    expect(await backlogOf(database, soon)).toBe('waiting')
    expect(await countsOf(database, soon)).toEqual({waiting: 1, failed: 0, oldest: undefined})
    expect(await backlogOf(database, mailAt(noon + 2 * hour))).toBe('late')
    await pass(2 * hour)
    expect(await backlogOf(database, mailAt(noon + 2 * hour))).toBe('none')
    expect(await countsOf(database, {sinks: [], now: noon + 2 * hour})).toMatchObject({waiting: 0})
  })

  test.each([['mail'], []])(
    'a database that is away is no empty outbox, to whomever enquiries are delivered',
    async (...sinks) => {
      const database = await openDatabase(await newPlace())
      expect(await backlogOf(database, {sinks, now: noon})).toBe('none')
      await database.close()
      await expect(backlogOf(database, {sinks, now: noon})).rejects.toThrow()
    },
  )

  test('a webhook that is dead, then refuses, is retried until it takes the enquiry; its signature holds', async () => {
    const database = await open()
    const receiver = await startReceiver([500, 429, 200])
    onTestFinished(() => receiver.stop())
    const {states, pass, lines} = outboxOf(database, [
      webhookSink({url: receiver.url, secret: 'secret', format: 'json'}),
    ])
    await submitEnquiry(database, submissionOf({sinks: ['webhook']}))
    await pass(day)
    expect(await states()).toEqual(['delivered'])
    expect(lines.map((line) => /\((.*)\)/.exec(line)?.[1])).toEqual(['webhook 500', 'webhook 429'])
    const last = receiver.requests.at(-1)
    expect(JSON.parse(last?.body ?? '')).toMatchObject(newEnquiry())
    const [, time, signature] = /^t=(\d+),v1=(.+)$/.exec(last?.headers['enquiry-webhook-signature'] ?? '') ?? []
    expect(signature).toBe(createHmac('sha256', 'secret').update(`${time}.${last?.body}`).digest('base64url'))
    expect(new Set(receiver.requests.map(({headers}) => headers['idempotency-key'])).size).toBe(1)
  })

  test('what cannot be delivered for a week is given up, and delivered after all when that is asked for', async () => {
    const database = await open()
    let isBroken = true
    const taken: string[] = []
    const sink: Sink = {
      name: 'webhook',
      send: async ({id}) => {
        if (isBroken) throw new Error('王小明 is refused')
        taken.push(id)
      },
    }
    const {states, pass, clock, lines} = outboxOf(database, [sink])
    await submitEnquiry(database, submissionOf({sinks: ['webhook']}))
    await pass(8 * day)
    expect(await states()).toEqual(['dead'])
    expect(await countsOf(database, mailAt(clock.now))).toEqual({waiting: 0, failed: 1, oldest: undefined})
    expect(lines.at(-1)).toContain('given up')
    expect(lines.join()).not.toContain('王小明')
    isBroken = false
    await pass(day)
    expect(taken).toEqual([])
    const id = (await listEnquiries(database, {})).enquiries[0]?.id ?? ''
    await changeEnquiry(database, id, {redeliver: true}, clock.now)
    await pass(hour)
    expect(taken).toEqual([id])
    expect(await states()).toEqual(['delivered'])
  })

  test('what has failed and waits is tried at once when that is asked for, and keeps its time to be given up', async () => {
    const database = await open()
    const sink: Sink = {
      name: 'webhook',
      send: async () => {
        throw new Error('refused')
      },
    }
    const {outbox, pass, states, clock} = outboxOf(database, [sink])
    await submitEnquiry(database, submissionOf({sinks: ['webhook']}))
    await pass(6 * day)
    while ((await deliverDue(outbox)) > 0);
    const id = (await listEnquiries(database, {})).enquiries[0]?.id ?? ''
    await changeEnquiry(database, id, {redeliver: true}, clock.now)
    expect([await deliverDue(outbox), await deliverDue(outbox)]).toEqual([1, 0])
    await pass(1.1 * day)
    expect(await states()).toEqual(['dead'])
  })

  test('two instances deliver each enquiry once; what a crashed one had taken, the other delivers later', async () => {
    const [one, other] = await openTwice()
    const taken: string[] = []
    const sink: Sink = {name: 'mail', send: async ({id}) => void taken.push(id)}
    const {promise: hasTaken, resolve: take} = Promise.withResolvers<void>()
    const crashing: Sink = {
      name: 'mail',
      send: () => {
        take()
        return new Promise(() => {})
      },
    }
    const plenty = {count: 1000, period: hour}
    for (let index = 0; index < 40; index += 1) {
      const enquiry = newEnquiry({name: `Visitor ${index}`})
      await submitEnquiry(one, submissionOf({enquiry, sinks: ['mail']}), {address: plenty, all: plenty})
    }
    const crashed = outboxOf(one, [crashing])
    // Its limit of time may end after the test, when the database is closed.
    deliverDue(crashed.outbox).catch(() => {})
    // It sends only after it has leased its batch.
    await hasTaken
    const first = outboxOf(one, [sink])
    const second = outboxOf(other, [sink])
    await Promise.all([first.pass(1), second.pass(1)])
    expect(taken).toHaveLength(15)
    second.clock.now = noon + 10 * 60_000
    await second.pass(1)
    expect(new Set(taken).size).toBe(40)
    expect(taken).toHaveLength(40)
  })

  test('what a receiver takes minutes to accept is sent to it once, and holds up nothing else', async () => {
    vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
    onTestFinished(() => void vi.useRealTimers())
    const [one, other] = await openTwice()
    const plenty = {count: 1000, period: hour}
    const submit = (name: string) =>
      submitEnquiry(one, submissionOf({enquiry: newEnquiry({name})}), {address: plenty, all: plenty})
    const begun = Promise.withResolvers<void>()
    const accepted = Promise.withResolvers<void>()
    const taken: string[] = []
    const mail: Sink = {
      name: 'mail',
      send: async ({name}) => {
        taken.push(`mail of ${name}`)
        if (name !== 'slow') return
        begun.resolve()
        await accepted.promise
      },
    }
    const webhook: Sink = {name: 'webhook', send: async ({name}) => void taken.push(`webhook of ${name}`)}
    const {outbox, clock, states} = outboxOf(one, [mail, webhook])
    await submit('slow')
    const worker = startWorker({...outbox, retentionDays: 365, elapsed: () => 0})
    await begun.promise
    for (const name of ['Ada', 'Lin']) await submit(name)
    worker.wake()
    await vi.waitFor(() => expect(taken).toHaveLength(6), 50_000)
    for (let minute = 0; minute < 10; minute += 1) {
      clock.now += 60_000
      vi.advanceTimersByTime(60_000)
      await vi.waitFor(async () => {
        const leases = await one.query
          .selectFrom('deliveries')
          .select('leasedUntil')
          .where('state', '=', 'waiting')
          .execute()
        expect(leases.filter(({leasedUntil}) => leasedUntil > clock.now)).toHaveLength(1)
      }, 50_000)
      expect(await deliverDue({...outbox, database: other})).toBe(0)
    }
    accepted.resolve()
    await worker.stop()
    expect(taken).toHaveLength(6)
    expect(new Set(await states())).toEqual(new Set(['delivered']))
  })

  test('what failed, or a crashed instance had taken, while the clock was a year ahead is delivered once it is set right', async () => {
    const database = await open()
    const now = noon + 365 * day
    const submit = (name: string) =>
      submitEnquiry(database, submissionOf({enquiry: newEnquiry({name}), sinks: ['mail'], now}))
    const claimed = Promise.withResolvers<void>()
    const away: Sink = {name: 'mail', send: () => Promise.reject(new DeliveryError('away'))}
    const crashing: Sink = {
      name: 'mail',
      send: () => {
        claimed.resolve()
        return new Promise(() => {})
      },
    }
    const {outbox, states} = outboxOf(database, [{name: 'mail', send: async () => {}}])
    await submit('failed')
    await deliverDue({...outbox, sinks: [away], now: () => now})
    await submit('taken')
    void deliverDue({...outbox, sinks: [crashing], now: () => now})
    await claimed.promise
    await deliverDue(outbox)
    expect(await states()).toEqual(['delivered', 'delivered'])
  })

  test.each([
    ['three hours', 3 * hour],
    ['a day', day],
    ['a week', 8 * day],
    ['a year', 365 * day],
  ])('what came or failed while the clock was %s ahead is delivered once it is set right', async (_, ahead) => {
    const database = await open()
    const {outbox, clock, states, lines} = outboxOf(database, [{name: 'mail', send: async () => {}}])
    const away: Sink = {name: 'mail', send: () => Promise.reject(new DeliveryError('away'))}
    const submit = (name: string) =>
      submitEnquiry(database, submissionOf({enquiry: newEnquiry({name}), sinks: ['mail'], now: clock.now}))
    await submit('before')
    clock.now = noon + ahead
    await submit('meanwhile')
    await deliverDue({...outbox, sinks: [away]})
    // Accepted for a turn ahead, as by a version that believed the clock.
    await submit('queued')
    await database.query
      .updateTable('deliveries')
      .set({nextAt: clock.now + hour / 2})
      .where('attempts', '=', 0)
      .execute()
    expect(lines.join()).not.toContain('given up')
    clock.now = noon + 60_000
    const tried: string[] = []
    const awayStill: Sink = {
      name: 'mail',
      send: ({name}) => {
        tried.push(name)
        return Promise.reject(new DeliveryError('away'))
      },
    }
    for (let round = 0; round < 5; round += 1) await deliverDue({...outbox, sinks: [awayStill]})
    expect(tried.toSorted()).toEqual(['before', 'meanwhile', 'queued'])
    clock.now += 60_000
    while ((await deliverDue(outbox)) > 0);
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('what came right before the clock was set back by an hour is delivered at once', async () => {
    const database = await open()
    const {outbox, clock, states} = outboxOf(database, [{name: 'mail', send: async () => {}}])
    await submitEnquiry(database, submissionOf({enquiry: newEnquiry(), sinks: ['mail'], now: clock.now}))
    clock.now -= hour
    await deliverDue(outbox)
    expect(await states()).toEqual(['delivered'])
  })

  test('a clock that is set forward gives up nothing that was not tried for about a day', async () => {
    const database = await open()
    const {pass, states, clock} = outboxOf(database, [
      {name: 'mail', send: () => Promise.reject(new DeliveryError('away'))},
    ])
    await submitEnquiry(database, submissionOf({sinks: ['mail']}))
    await pass(1)
    clock.now += 365 * day
    await pass(12 * hour)
    expect(await states()).toEqual(['waiting'])
    await pass(day)
    expect(await states()).toEqual(['dead'])
  })

  test('a clock that is set forward for less than an hour erases nothing; one that runs on erases what has expired', async () => {
    const database = await open()
    await submitEnquiry(database, submissionOf())
    const clock = {now: noon, elapsed: 0}
    const erase = hourlyErasure({database, retentionDays: 365, now: () => clock.now, elapsed: () => clock.elapsed})
    const wait = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        clock.now += 60_000
        clock.elapsed += 60_000
        await erase()
      }
    }
    const isThere = async () => (await listEnquiries(database, {})).enquiries.length > 0
    await wait(120)
    clock.now += 500 * day
    await wait(59)
    expect(await isThere()).toBe(true)
    clock.now -= 500 * day
    await wait(120)
    expect(await isThere()).toBe(true)
    clock.now += 366 * day
    await wait(61)
    expect(await isThere()).toBe(false)
  })

  test('an erasure that failed is tried again after five minutes, not at each poll', async () => {
    const database = await open()
    let clock = 0
    let attempts = 0
    const erase = hourlyErasure({
      database: {...database, purge: () => Promise.reject(new Error(`full ${++attempts}`))},
      retentionDays: 365,
      now: () => noon + clock,
      elapsed: () => clock,
    })
    const at = async (minutes: number) => {
      clock = minutes * 60_000
      await erase().catch(() => {})
      return attempts
    }
    expect([await at(60), await at(60.1), await at(64), await at(65), await at(66), await at(70)]).toEqual([
      1, 1, 1, 2, 2, 3,
    ])
  })

  test('an erasure that fails has one line in the log until it works again, however often is polled', async () => {
    const {outbox, lines} = outboxOf(await open(), [{name: 'mail', send: async () => {}}])
    const purge = vi.fn((): Promise<void> => Promise.reject(new Error('full')))
    let elapsed = 0
    const worker = startWorker({
      ...outbox,
      database: {...outbox.database, purge},
      now: () => noon + elapsed,
      retentionDays: 365,
      elapsed: () => elapsed,
    })
    elapsed = 60 * 60_000
    await vi.waitFor(() => {
      // Less than the pause after a failure, so that some polls erase nothing.
      if (elapsed < 2 * 60 * 60_000) elapsed += 50_000
      worker.wake()
      expect(purge.mock.calls.length).toBeGreaterThan(3)
    }, 50_000)
    expect(lines).toEqual([expect.stringContaining('could not be erased')])
    purge.mockImplementation(() => Promise.resolve())
    await vi.waitFor(() => {
      if (elapsed < 5 * 60 * 60_000) elapsed += 50_000
      worker.wake()
      expect(lines).toHaveLength(2)
    }, 50_000)
    await worker.stop()
    expect(lines[1]).toContain('can be erased again')
  })

  test('enquiries are delivered also while those whose time is over cannot be erased', async () => {
    const database = await open()
    await submitEnquiry(database, submissionOf({sinks: ['mail']}))
    const {promise: delivered, resolve: deliver} = Promise.withResolvers<void>()
    const {outbox, lines} = outboxOf(database, [{name: 'mail', send: async () => deliver()}])
    let elapsed = 0
    const worker = startWorker({
      ...outbox,
      database: {...database, purge: () => Promise.reject(new Error('full'))},
      retentionDays: 365,
      elapsed: () => (elapsed += day),
    })
    await delivered
    await worker.stop()
    expect(lines.join()).toContain('could not be erased')
  })

  test('a database that is away has one line in the log, and one when it is back, however often it is asked', async () => {
    const {outbox, lines} = outboxOf(await open(), [{name: 'mail', send: async () => {}}])
    let asked = 0
    const database = {...outbox.database}
    const query = database.query
    const worker = startWorker({
      ...outbox,
      database: Object.defineProperty(database, 'query', {
        get() {
          asked += 1
          if (asked < 9) throw new Error('away')
          return query
        },
      }),
      retentionDays: 365,
      elapsed: () => 0,
    })
    await vi.waitFor(() => {
      worker.wake()
      expect(asked).toBeGreaterThan(12)
    }, 50_000)
    await worker.stop()
    expect(lines).toEqual([expect.stringContaining('deliveries wait'), expect.stringContaining('answers again')])
  })

  test('what was erased before it was delivered is not delivered', async () => {
    const database = await open()
    await submitEnquiry(database, submissionOf({sinks: ['mail']}))
    await database.query.deleteFrom('enquiries').execute()
    const {pass} = outboxOf(database, [{name: 'mail', send: () => Promise.reject(new Error('delivered'))}])
    await pass(day)
    expect(await database.query.selectFrom('deliveries').selectAll().execute()).toEqual([])
  })
})

test('a lease that PostgreSQL is slow to renew takes one connection, and leaves the others to visitors', async () => {
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
  onTestFinished(() => void vi.useRealTimers())
  const place = {url: await newDatabase(inject('postgres')), file: ''}
  const [one, other] = await Promise.all([openDatabase(place), openDatabase(place)])
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
  const begun = Promise.withResolvers<void>()
  const accepted = Promise.withResolvers<void>()
  const mail: Sink = {
    name: 'mail',
    send: () => {
      begun.resolve()
      return accepted.promise
    },
  }
  await submitEnquiry(one, submissionOf({sinks: ['mail']}))
  const {outbox, states} = outboxOf(one, [mail])
  const delivered = deliverDue(outbox)
  await begun.promise
  await other.query.transaction().execute(async (transaction) => {
    await transaction.selectFrom('deliveries').select('id').forUpdate().execute()
    vi.advanceTimersByTime(60 * 60_000)
    expect(await submitEnquiry(one, submissionOf({enquiry: newEnquiry({name: 'Lin'}), sinks: ['webhook']}))).toBe(
      'stored',
    )
  })
  accepted.resolve()
  expect(await delivered).toBe(1)
  expect((await states()).toSorted()).toEqual(['delivered', 'waiting'])
})

/** A delivery by mail to several recipients, of whom the server refuses those that `refusals` names, by the code there. */
async function mailTo(to: string[], refusals: Map<string, number>) {
  const port = await freePort()
  const server = await startMailServer(port, (address) => refusals.get(address))
  onTestFinished(() => server.stop())
  const sinkTo = (addresses: string[]) =>
    mailSink({server: `smtp://127.0.0.1:${port}`, to: addresses.join(', '), from: 'Site <site@example.com>'})
  const database = await openDatabase({file: newFile()})
  onTestFinished(() => database.close())
  await submitEnquiry(database, submissionOf({sinks: ['mail']}))
  const delivery = async () => (await listEnquiries(database, {})).enquiries[0]?.deliveries[0]
  const recipients = () => server.mails.map((mail) => mail.recipients)
  return {...outboxOf(database, [sinkTo(to)]), database, sinkTo, delivery, recipients}
}

test.each([451, 550])(
  'a recipient whom the mail server refuses with %i gets the mail later, and the others get it once',
  async (code) => {
    const refusals = new Map([['away@例子.cn', code]])
    const {pass, lines, delivery, recipients} = await mailTo(['Sales <sales@example.com>', 'away@例子.cn'], refusals)
    await pass(2 * hour)
    expect(recipients()).toEqual([['sales@example.com']])
    const problem = `SMTP ${code} EENVELOPE (away@xn--fsqu00a.cn)`
    expect(await delivery()).toMatchObject({state: 'waiting', isPartial: true})
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toContain(`mail reached not all recipients (${problem}); next attempt`)
    expect(lines.join()).not.toMatch(/Ada|wang|1381234/)
    refusals.clear()
    await pass(2 * hour)
    expect(recipients()).toEqual([['sales@example.com'], ['away@例子.cn']])
    expect(await delivery()).toMatchObject({state: 'delivered', isPartial: false, problem: null})
  },
)

test('a recipient who is refused for a week is given up, and then taken out of the setting or sent to again', async () => {
  const refusals = new Map([['gone@example.com', 550]])
  const {outbox, clock, database, sinkTo, delivery, recipients} = await mailTo(
    ['sales@example.com', 'gone@example.com'],
    refusals,
  )
  await deliverDue(outbox)
  await database.query.updateTable('deliveries').set({attempts: 29}).execute()
  clock.now += 8 * day
  await deliverDue(outbox)
  expect(await delivery()).toMatchObject({state: 'dead', isPartial: true})
  expect(await countsOf(database, mailAt(clock.now))).toMatchObject({failed: 1})
  const [enquiry] = (await listEnquiries(database, {})).enquiries
  await changeEnquiry(database, enquiry?.id ?? '', {redeliver: true}, clock.now)
  expect(await delivery()).toMatchObject({state: 'waiting', isPartial: true})
  await deliverDue({...outbox, sinks: [sinkTo(['sales@example.com'])]})
  expect(await delivery()).toMatchObject({state: 'delivered', isPartial: false})
  expect(recipients()).toEqual([['sales@example.com']])
})

test('a mail server that dribbles for ever holds a delivery no longer than its timeout', async () => {
  const server = createServer((socket) => {
    let dribbling: NodeJS.Timeout | undefined
    socket.write('220 welcome\r\n')
    socket.once('data', () => {
      dribbling = setInterval(() => socket.write('250-not yet\r\n'), 10)
    })
    socket.on('error', () => {}).on('close', () => clearInterval(dribbling))
  })
  onTestFinished(() => void server.close())
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const addresses = {to: 'sales@example.com', from: 'site@example.com'}
  const sink = mailSink({server: `smtp://127.0.0.1:${port}`, ...addresses}, 500)
  const database = await openDatabase({file: newFile()})
  onTestFinished(() => database.close())
  await submitEnquiry(database, submissionOf({sinks: ['mail']}))
  const {outbox, states, lines} = outboxOf(database, [sink])
  await deliverDue(outbox)
  expect(await states()).toEqual(['waiting'])
  expect(lines.join()).toContain('mail failed, attempt 1 (SMTP')
})

test('the pauses between attempts double up to an hour, and are spread', () => {
  expect([1, 2, 3, 20].map((attempts) => backoff(attempts, () => 1))).toEqual([5000, 10_000, 20_000, hour])
  expect(backoff(3, () => 0)).toBe(10_000)
})
