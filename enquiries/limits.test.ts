import {describe, expect, inject, test} from 'vitest'
import {networkOf} from '../lib/networkOf.ts'
import {newDatabase} from '../tests/support/startPostgres.ts'
import {addressBucket, submissionLimits, takeToken} from './limits.ts'
import {submitEnquiry} from './submitEnquiry.ts'
import {newEnquiry, noon, submissionOf} from './testing/fixtures.ts'
import {newFile, onBothDatabases} from './testing/onBothDatabases.ts'
import {runSubmitProcess} from './testing/runSubmitProcess.ts'

const minute = 60_000
const {count, period} = submissionLimits.address

onBothDatabases(({open, openTwice}) => {
  test('a bucket gives out its places, then one after the other as time passes, to all who ask at once', async () => {
    const [one, other] = await openTwice()
    const take = (now: number, times: number) =>
      Promise.all(
        Array.from({length: times}, (_, index) =>
          takeToken((index % 2 ? one : other).query, {bucket: 'b', limit: {count: 5, period: 5 * minute}, now}),
        ),
      )
    const given = async (now: number, times: number) =>
      (await take(now, times)).filter((wait) => wait !== undefined).length
    expect(await given(noon, 20)).toBe(5)
    expect(await given(noon + minute - 1, 20)).toBe(0)
    expect(await given(noon + minute, 20)).toBe(1)
    expect(await given(noon + 60 * minute, 20)).toBe(5)
  })

  test('each address has its own, all of them one together; who is refused may come again later', async () => {
    const database = await open()
    const limits = {address: {count: 2, period}, all: {count: 3, period}}
    let number = 0
    const submit = (address: string, now = noon) => {
      const enquiry = newEnquiry({name: `Visitor ${++number}`})
      return submitEnquiry(database, submissionOf({enquiry, address, now}), limits)
    }
    expect([await submit('192.0.2.1'), await submit('192.0.2.1'), await submit('192.0.2.1')]).toEqual([
      'stored',
      'stored',
      'limited',
    ])
    expect([await submit('192.0.2.2'), await submit('192.0.2.2')]).toEqual(['stored', 'limited'])
    expect(await submit('192.0.2.1', noon + period)).toBe('stored')
    expect(await database.query.selectFrom('enquiries').select('id').execute()).toHaveLength(4)
  })

  test('bots take no place of a person, and a flood from many addresses delays deliveries and refuses none for a day', async () => {
    const database = await open()
    const limits = {address: {count: 2, period}, all: {count: 4, period, queue: period}}
    let number = 0
    const submit = (address: string, isSpam = false) => {
      const enquiry = newEnquiry({name: `Visitor ${++number}`})
      return submitEnquiry(database, submissionOf({enquiry, address, isSpam, sinks: ['mail']}), limits)
    }
    for (let bot = 0; bot < 20; bot += 1) await submit(`198.51.100.${bot}`, true)
    const same = [await submit('192.0.2.1', true), await submit('192.0.2.1', true), await submit('192.0.2.1', true)]
    expect(same).toEqual(['limited', 'limited', 'limited'])
    const people = []
    for (let person = 0; person < 9; person += 1) people.push(await submit(`192.0.2.${person}`))
    expect(people).toEqual([...Array(8).fill('stored'), 'limited'])
    const due = await database.query.selectFrom('deliveries').select('nextAt').orderBy('nextAt').execute()
    const turn = period / 4
    expect(due.map(({nextAt}) => Number(nextAt) - noon)).toEqual([0, 0, 0, 0, turn, 2 * turn, 3 * turn, 4 * turn])
  })

  test.each([
    ['a year', 365 * 24 * 60],
    ['two hours and a half', 150],
  ])(
    'after a clock that was %s ahead is set right, enquiries are stored and delivered at once, and limited as before',
    async (_, minutesAhead) => {
      const database = await open()
      let number = 0
      const submit = (now: number) => {
        const enquiry = newEnquiry({name: `Visitor ${++number}`})
        return submitEnquiry(database, submissionOf({enquiry, now, sinks: ['mail']}), limits)
      }
      const limits = {address: {count: 100, period}, all: {count: 2, period, queue: period}}
      await submit(noon + minutesAhead * minute)
      const results = []
      for (let turn = 0; turn < 5; turn += 1) results.push(await submit(noon))
      expect(results).toEqual(['stored', 'stored', 'stored', 'stored', 'limited'])
      const due = await database.query.selectFrom('deliveries').select('nextAt').orderBy('nextAt').limit(2).execute()
      expect(due.map(({nextAt}) => Number(nextAt))).toEqual([noon, noon])
    },
  )

  test.each([0, 3, 20, 40, 55, 60, 90, 121, 300])(
    'after the clock was set back by %i minutes nobody is turned away for longer than a few',
    async (minutesBack) => {
      const database = await open()
      const limits = {address: {count: 10, period: 60 * minute}, all: {count: 100, period: 60 * minute}}
      let number = 0
      const submit = (now: number, address: string) => {
        const enquiry = newEnquiry({name: `Visitor ${++number}`})
        return submitEnquiry(database, submissionOf({enquiry, now, address}), limits)
      }
      for (const before of [1, 5, 10]) {
        for (let sent = 0; sent < before; sent += 1) {
          expect(await submit(noon + minutesBack * minute, `192.0.2.${before}`)).toBe('stored')
        }
        const tries = [await submit(noon, `192.0.2.${before}`), await submit(noon + 12 * minute, `192.0.2.${before}`)]
        expect(tries).toContain('stored')
      }
    },
  )

  test('an address is kept only as a hash, which changes with the day', async () => {
    const database = await open()
    const today = await addressBucket(database, '192.0.2.1', noon)
    expect(today).toBe(await addressBucket(database, '192.0.2.1', noon + minute))
    expect(today).not.toBe(await addressBucket(database, '192.0.2.1', noon + 24 * 60 * minute))
    expect(today).not.toContain('192')
  })
})

describe('two instances of the site at once, from one address', () => {
  const places = {
    'on PostgreSQL': async () => ({url: await newDatabase(inject('postgres')), file: ''}),
    'on the embedded database': async () => ({file: newFile()}),
  }

  test.each(Object.entries(places))(
    '%s take no more than one would, nor does a third one after a restart',
    async (_, newPlace) => {
      const place = await newPlace()
      const instances = [0, 100].map((from) => runSubmitProcess({place, from, to: from + 2 * count, limited: true}))
      const answers = (await Promise.all(instances)).flat()
      expect(answers).toHaveLength(4 * count)
      expect(answers.filter((line) => line.endsWith(' stored'))).toHaveLength(count)
      const restarted = await runSubmitProcess({place, from: 200, to: 205, limited: true})
      expect(restarted.map((line) => line.split(' ')[1])).toEqual(Array.from({length: 5}, () => 'limited'))
    },
  )
})

test('an IPv6 network counts as one, however it is written', () => {
  expect(networkOf('2001:db8:0:1::5')).toBe('2001:db8:0:1')
  expect(networkOf('2001:0DB8::1:0:0:0:9')).toBe('2001:db8:0:1')
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('nonsense')).toBe('unknown')
})
