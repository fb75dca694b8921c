import {rmSync} from 'node:fs'
import {setImmediate} from 'node:timers/promises'
import {expect, test} from 'vitest'
import fc from '../../tests/support/fastCheck.ts'
import {openDatabase} from '../database/openDatabase.ts'
import {listEnquiries} from '../store.ts'
import {submitEnquiry} from '../submitEnquiry.ts'
import {newEnquiry, noon, submissionOf} from '../testing/fixtures.ts'
import {newFile} from '../testing/onBothDatabases.ts'
import {DeliveryError, deliverDue, type Sink} from './outbox.ts'

const runs = 30 * Number(process.env.FUZZ_FACTOR || 1)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Step =
  /** A visitor sends a form, or sends one again: a double tap, a lost answer, the back button. */
  | {kind: 'send'; visitor: number; taps: number}
  /** What the receiver does from now on: takes, refuses, takes and loses its answer, takes by turns, never answers. */
  | {kind: 'receiver'; does: 'take' | 'refuse' | 'takeAndDrop' | 'byTurns'}
  /** The worker is killed while deliveries are under way. */
  | {kind: 'crash'}
  | {kind: 'pass'; time: number}
  /** Somebody sets the clock, ahead or behind what is right. */
  | {kind: 'clock'; ahead: number}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({kind: fc.constant('send' as const), visitor: fc.nat(9), taps: fc.integer({min: 1, max: 3})}),
  fc.record({
    kind: fc.constant('receiver' as const),
    does: fc.constantFrom('take' as const, 'refuse' as const, 'takeAndDrop' as const, 'byTurns' as const),
  }),
  fc.record({kind: fc.constant('crash' as const)}),
  fc.record({kind: fc.constant('pass' as const), time: fc.constantFrom(1000, minute, hour, 5 * hour)}),
  fc.record({
    kind: fc.constant('clock' as const),
    ahead: fc.constantFrom(0, 0, -day, hour / 2, 3 * hour, day, 26 * hour, 10 * day, 400 * day),
  }),
)

test('by whatever history, each enquiry is stored once, none is given up or waits on, and none is delivered again without need', async () => {
  const plenty = {count: 1000, period: hour}
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 5, maxLength: 25}), async (steps) => {
      const file = newFile()
      const database = await openDatabase({file})
      const world = {right: noon, ahead: 0, does: 'take', turn: 0}
      const now = () => world.right + world.ahead
      const sent = new Set<string>()
      /** Deliveries by name, and how often a name may arrive once more: its answer was lost, or its worker died. */
      const arrived = new Map<string, number>()
      const allowed = new Map<string, number>()
      const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
      let tries = 0
      const sink: Sink = {
        name: 'mail',
        send: async ({name}) => {
          tries += 1
          world.turn += 1
          const does = world.does === 'byTurns' ? ['refuse', 'takeAndDrop', 'take'][world.turn % 3] : world.does
          if (does !== 'refuse') add(arrived, name)
          if (does === 'takeAndDrop') add(allowed, name)
          if (does !== 'take') throw new DeliveryError(String(does))
        },
      }
      const outbox = {database, sinks: [sink], now, random: () => 0.5, log: () => {}}
      const crashing: Sink = {
        name: 'mail',
        send: ({name}) => {
          add(arrived, name)
          add(allowed, name)
          return new Promise(() => {})
        },
      }
      const deliver = async () => {
        tries = 0
        while ((await deliverDue(outbox)) > 0) expect(tries).toBeLessThanOrEqual(2 * sent.size)
      }
      for (const step of steps) {
        if (step.kind === 'send') {
          const name = `Visitor ${step.visitor}`
          const submission = submissionOf({
            enquiry: newEnquiry({name}),
            formKey: `key ${step.visitor}`,
            sinks: ['mail'],
            now: now(),
          })
          const results = await Promise.all(
            Array.from({length: step.taps}, () => submitEnquiry(database, submission, {address: plenty, all: plenty})),
          )
          expect(results.filter((result) => result === 'stored')).toHaveLength(sent.has(name) ? 0 : 1)
          expect(results).not.toContain('limited')
          sent.add(name)
        } else if (step.kind === 'receiver') world.does = step.does
        else if (step.kind === 'pass') world.right += step.time
        else if (step.kind === 'clock') world.ahead = step.ahead
        else {
          void deliverDue({...outbox, sinks: [crashing]})
          // Its statement runs at once; then it is killed.
          await setImmediate()
          await setImmediate()
        }
        if (step.kind !== 'crash') await deliver()
      }
      // All is right again: within three hours everything has arrived.
      world.ahead = 0
      world.does = 'take'
      for (const end = world.right + 3 * hour; world.right < end; world.right += minute) await deliver()
      const {enquiries} = await listEnquiries(database, {})
      expect(enquiries.map(({name}) => name).toSorted()).toEqual([...sent].toSorted())
      const states = enquiries.flatMap(({deliveries}) => deliveries.map(({state}) => state))
      expect(states.filter((state) => state !== 'delivered')).toEqual([])
      for (const name of sent) {
        expect(arrived.get(name) ?? 0).toBeGreaterThan(0)
        expect(arrived.get(name) ?? 0).toBeLessThanOrEqual(1 + (allowed.get(name) ?? 0))
      }
      await database.close()
      rmSync(file, {force: true})
    }),
    {numRuns: runs},
  )
})
