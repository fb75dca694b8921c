import {createHash} from 'node:crypto'
import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, test, vi} from 'vitest'
import fc from '../tests/support/fastCheck.ts'
import {openDatabase} from './database/openDatabase.ts'
import {changeEnquiry, eraseExpired, forgetEnquiry, listEnquiries} from './store.ts'
import {submitEnquiry} from './submitEnquiry.ts'
import {newEnquiry, noon, submissionOf} from './testing/fixtures.ts'
import {newFile} from './testing/onBothDatabases.ts'

/** Where a row lies follows from its id, so ids must be the same in each run of a seed. */
const ids = vi.hoisted(() => ({made: 0}))

vi.mock(import('node:crypto'), async (importOriginal) => ({
  ...(await importOriginal()),
  randomUUID: () => {
    ids.made += 1
    const digits = createHash('sha256').update(`${ids.made}`).digest('hex')
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`
  },
}))

const runs = 40 * Number(process.env.FUZZ_FACTOR || 1)
const hour = 60 * 60_000
const day = 24 * hour
const plenty = {count: 10_000, period: hour}

/** Sizes around those at which SQLite divides its pages, or continues a row on others. */
const size = fc.oneof(fc.integer({min: 1, max: 1500}), fc.integer({min: 1, max: 20_000}))

const step = fc.oneof(
  {weight: 6, arbitrary: fc.record({kind: fc.constant('send' as const), size, isSpam: fc.boolean()})},
  {weight: 2, arbitrary: fc.record({kind: fc.constant('note' as const), of: fc.nat(), size})},
  {weight: 4, arbitrary: fc.record({kind: fc.constant('forget' as const), of: fc.nat()})},
  {weight: 1, arbitrary: fc.record({kind: fc.constant('pass' as const), days: fc.constantFrom(1, 20, 40, 100)})},
)

/** Each is somebody else's, so that what is left can be told from its text. */
const word = (number: number) => `Quetzal${number}x`
const wordsIn = (text: string) => text.match(/Quetzal\d+x/g) ?? []

test('of whoever was forgotten, or whose time is over, nothing is left in any file, whatever was stored, noted and erased before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, {minLength: 40, maxLength: 120, size: 'max'}), async (steps) => {
      ids.made = 0
      const file = newFile()
      const database = await openDatabase({file})
      const gone = new Set<string>()
      /** All that was ever written about an enquiry. */
      const written = new Map<string, Set<string>>()
      let now = noon
      let count = 0
      const stored = async () => (await listEnquiries(database, {}, 1000)).enquiries
      const expectGone = (what: object) => {
        const left = readdirSync(dirname(file)).flatMap((name) =>
          wordsIn(readFileSync(join(dirname(file), name), 'latin1'))
            .filter((one) => gone.has(one))
            .map((one) => `${name}: ${one}`),
        )
        expect({what, left: [...new Set(left)]}).toEqual({what, left: []})
      }
      try {
        for (const one of steps) {
          if (one.kind === 'send') {
            count += 1
            const name = word(count)
            const enquiry = newEnquiry({name, message: `${name} `.repeat(one.size / name.length + 1)})
            const {isSpam} = one
            await submitEnquiry(database, submissionOf({enquiry, formKey: name, isSpam, now}), {
              address: plenty,
              all: plenty,
            })
          } else if (one.kind === 'note') {
            const all = await stored()
            const chosen = all[one.of % all.length]
            if (!chosen) continue
            count += 1
            const note = word(count)
            const text = `${note} `.repeat(one.size / note.length + 1)
            await changeEnquiry(database, chosen.id, {note: {before: chosen.note, text}}, now)
            written.set(chosen.id, new Set([...(written.get(chosen.id) ?? []), note]))
          } else {
            const before = await stored()
            if (one.kind === 'forget') {
              const chosen = before[one.of % before.length]
              if (chosen) await forgetEnquiry(database, chosen.id)
            } else {
              now += one.days * day
              await eraseExpired(database, {now, days: 90})
            }
            const kept = new Set((await stored()).map(({id}) => id))
            for (const {id, name} of before)
              if (!kept.has(id)) for (const each of [name, ...(written.get(id) ?? [])]) gone.add(each)
            expectGone(one)
          }
        }
      } finally {
        await database.close()
      }
    }),
    // To make such a history shorter takes minutes.
    {numRuns: runs, endOnFailure: true},
  )
})
