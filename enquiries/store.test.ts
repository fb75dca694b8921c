import {Readable} from 'node:stream'
import {expect, test, vi} from 'vitest'
import fc from '../tests/support/fastCheck.ts'
import type {EnquiryDatabase} from './database/openDatabase.ts'
import {enquiriesAsCsv} from './formats.ts'
import {changeEnquiry, eachEnquiry, eraseExpired, forgetEnquiry, listEnquiries, readEnquiry} from './store.ts'
import {type Submission, submitEnquiry} from './submitEnquiry.ts'
import {enquiryCases} from './testing/enquiryCases.ts'
import {goodValues, newEnquiry, noon, submissionOf} from './testing/fixtures.ts'
import {onBothDatabases} from './testing/onBothDatabases.ts'

const minute = 60_000
const day = 24 * 60 * minute
const plenty = {count: 10_000, period: day}
const unlimited = {address: plenty, all: plenty}

onBothDatabases(({open, openTwice}) => {
  const submit = (database: EnquiryDatabase, submission: Partial<Submission> = {}) =>
    submitEnquiry(database, submissionOf(submission), unlimited)
  const named = (name: string, formKey = name) => ({enquiry: newEnquiry({name}), formKey})
  const namesIn = async (
    database: EnquiryDatabase,
    ...filter: Parameters<typeof listEnquiries> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await listEnquiries(database, ...filter)).enquiries.map(({name}) => name)

  test('an enquiry is stored as it was given, with a delivery for each sink', async () => {
    const database = await open()
    expect(await submit(database)).toBe('stored')
    const {enquiries} = await listEnquiries(database, {})
    expect(enquiries).toMatchObject([{...newEnquiry(), status: 'new', note: '', createdAt: noon}])
    expect(enquiries[0]?.deliveries).toEqual([
      {sink: 'mail', state: 'waiting', attempts: 0, problem: null, isPartial: false},
      {sink: 'webhook', state: 'waiting', attempts: 0, problem: null, isPartial: false},
    ])
  })

  test('hostile and odd input comes back character by character', async () => {
    const database = await open()
    const odd = enquiryCases.flatMap(({values, problems}, index) => {
      const {consent: _, ...texts} = {...goodValues, ...values}
      return problems ? [] : [newEnquiry({...texts, page: `/${index}`})]
    })
    expect(odd.length).toBeGreaterThan(15)
    for (const enquiry of odd) expect(await submit(database, {enquiry, formKey: enquiry.page})).toBe('stored')
    const {enquiries} = await listEnquiries(database, {}, 100)
    expect(enquiries).toHaveLength(odd.length)
    for (const enquiry of odd) expect(enquiries.find(({page}) => page === enquiry.page)).toMatchObject(enquiry)
  })

  test('the same submission twenty times at once, in two instances, is one enquiry, and every answer a success', async () => {
    const [one, other] = await openTwice()
    for (const formKey of ['key', '']) {
      const results = await Promise.all(
        Array.from({length: 20}, (_, index) =>
          submitEnquiry(
            index % 2 ? one : other,
            submissionOf({formKey, enquiry: newEnquiry({name: `with key “${formKey}”`})}),
          ),
        ),
      )
      expect(results.filter((result) => result === 'stored')).toHaveLength(1)
      expect(results.filter((result) => result === 'known')).toHaveLength(19)
    }
    expect(await namesIn(one, {})).toHaveLength(2)
  })

  test('a form that is corrected and sent again is another enquiry', async () => {
    const database = await open()
    await submit(database, named('Wang', 'key'))
    expect(await submit(database, named('Wang Xiaoming', 'key'))).toBe('stored')
  })

  test('the same form is known although another privacy notice was published in between, with a key of its own or without', async () => {
    const database = await open()
    for (const formKey of ['', 'key']) {
      const sent = (privacyVersion: string) =>
        submit(database, {enquiry: newEnquiry({name: formKey, privacyVersion}), formKey})
      expect([await sent('2026-11'), await sent('2026-12')]).toEqual(['stored', 'known'])
    }
  })

  test('without a key of its own the same form is known for ten minutes, also across the border of two windows', async () => {
    const database = await open()
    await submit(database, {now: noon + 9 * minute})
    expect(await submit(database, {now: noon + 11 * minute})).toBe('known')
    expect(await submit(database, {now: noon + 40 * minute})).toBe('stored')
  })

  test('spam is kept to be looked at and delivered nowhere', async () => {
    const database = await open()
    await submit(database, {isSpam: true})
    expect(await listEnquiries(database, {status: 'new'})).toMatchObject({enquiries: [], counts: {new: 0, spam: 1}})
    expect((await listEnquiries(database, {status: 'spam'})).enquiries).toMatchObject([{deliveries: []}])
  })

  test('lists the newest first, page by page, and finds words in any field whatever their case', async () => {
    const database = await open()
    for (const [index, name] of ['Ada', 'Bob', 'Cy', 'Dee', '100%_\\'].entries()) {
      await submit(database, {...named(name), now: noon + Math.floor(index / 2)})
    }
    const first = await listEnquiries(database, {}, 2)
    expect(first.more).toBe(true)
    const all: string[] = []
    for await (const {name} of eachEnquiry(database, {})) all.push(name)
    expect(all).toHaveLength(5)
    expect(all[0]).toBe('100%_\\')
    const last = first.enquiries.at(-1)
    expect(await namesIn(database, {before: last}, 2)).toEqual(all.slice(2, 4))
    expect(await namesIn(database, {text: 'aDA 试验中心'})).toEqual(['Ada'])
    expect(await namesIn(database, {text: '%_\\'})).toEqual(['100%_\\'])
    expect(await namesIn(database, {text: 'ada bob'})).toEqual([])
  })

  test('a word is found as it is stored and in either case, whatever its script', async () => {
    const database = await open()
    const cars = ['Škoda', 'Öhlins', 'ООО «Тест»', 'ＡＢＣ汽车', 'ΟΔΟΣ', 'İstanbul', 'Große', '𐐀𐐁']
    for (const name of cars) await submit(database, named(name))
    for (const name of cars) {
      expect(await namesIn(database, {text: name})).toEqual([name])
      if (name.toLowerCase().length === name.length)
        expect(await namesIn(database, {text: name.toLowerCase()})).toEqual([name])
      if (name.toUpperCase().length === name.length)
        expect(await namesIn(database, {text: name.toUpperCase()})).toEqual([name])
    }
    const texts = fc.string({unit: 'binary', minLength: 1, maxLength: 12}).filter((text) => !/\p{Cc}/u.test(text))
    await fc.assert(
      fc.asyncProperty(texts, async (note) => {
        const {id = '', note: before = ''} = (await listEnquiries(database, {}, 1)).enquiries[0] ?? {}
        await changeEnquiry(database, id, {note: {before, text: `before${note}after`}}, noon)
        expect((await listEnquiries(database, {text: note})).enquiries.map((enquiry) => enquiry.id)).toContain(id)
      }),
    )
  })

  test('the database itself looks for words of any script: a function of this process, called for each enquiry, would hold up the site', async () => {
    const database = await open()
    await submit(database, named('Ada'))
    const looked = vi.spyOn(RegExp.prototype, 'test')
    const absent = ['nowhere', '不在这里', 'ada_', '100%\\', 'Škoda', 'müller', 'Шкода', 'ΟΔΟΣ', 'Ada-Straße']
    for (const text of absent) expect(await namesIn(database, {text})).toEqual([])
    const seen = looked.mock.calls.filter(([text]) => text.includes('Ada'))
    looked.mockRestore()
    expect(seen).toEqual([])
  })

  test('while a table of all is made, visitors are answered between one enquiry and the next', async () => {
    const database = await open()
    for (const name of ['Ada', 'Bob', 'Cy']) await submit(database, named(name))
    const {enquiries: listed} = await listEnquiries(database, {})
    let turns = 0
    const count = () => {
      turns += 1
      turn = setImmediate(count)
    }
    let turn = setImmediate(count)
    await enquiriesAsCsv(Readable.from(listed))
    clearImmediate(turn)
    expect(turns).toBeGreaterThanOrEqual(listed.length)
  })

  test('status and note are changed; an enquiry that is not there is not', async () => {
    const database = await open()
    await submit(database)
    const id = (await listEnquiries(database, {})).enquiries[0]?.id ?? ''
    expect(await changeEnquiry(database, id, {status: 'inProgress', note: {before: '', text: 'rang'}}, noon + 5)).toBe(
      true,
    )
    expect(await readEnquiry(database, id)).toMatchObject({status: 'inProgress', note: 'rang', changedAt: noon + 5})
    expect(await changeEnquiry(database, 'none', {status: 'done'}, noon)).toBe(false)
  })

  test('a note is changed only where it is still the one that it was based on, and nothing else then', async () => {
    const [one, other] = await openTwice()
    await submit(one)
    const id = (await listEnquiries(one, {})).enquiries[0]?.id ?? ''
    const write = (text: string, before: string, database = one) =>
      changeEnquiry(database, id, {status: 'done', note: {before, text}}, noon)
    expect(await write('rang', '')).toBe(true)
    expect(await write('wrote', '')).toBe(false)
    expect(await write('rang twice', 'rang ')).toBe(false)
    expect(await write('rang twice', 'Rang')).toBe(false)
    expect((await readEnquiry(one, id))?.note).toBe('rang')
    // The answer to the first attempt was lost.
    expect(await write('rang', '')).toBe(true)
    await changeEnquiry(one, id, {status: 'new'}, noon)
    const colleagues = Array.from({length: 20}, (_, index) =>
      write(`colleague ${index}`, 'rang', index % 2 ? one : other),
    )
    const changed = await Promise.all(colleagues)
    expect(changed.filter(Boolean)).toHaveLength(1)
    const winner = `colleague ${changed.indexOf(true)}`
    expect(await readEnquiry(one, id)).toMatchObject({note: winner, status: 'done'})
    expect(await changeEnquiry(one, id, {status: 'new', note: {before: 'rang', text: ''}}, noon)).toBe(false)
    expect((await readEnquiry(one, id))?.status).toBe('done')
  })

  test('what is forgotten is gone with all that belonged to it, and may be sent again', async () => {
    const database = await open()
    await submit(database)
    const id = (await listEnquiries(database, {})).enquiries[0]?.id ?? ''
    expect(await forgetEnquiry(database, id)).toBe(true)
    expect(await forgetEnquiry(database, id)).toBe(false)
    for (const table of ['enquiries', 'deliveries', 'submissionKeys'] as const) {
      expect(await database.query.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect(await submit(database)).toBe('stored')
  })

  test('what is older than the retention time is erased by itself, spam after a month, salts after a day', async () => {
    const database = await open()
    await submit(database, {...named('old'), now: noon - 366 * day})
    await submit(database, {...named('young'), now: noon - 364 * day})
    await submit(database, {...named('bot'), isSpam: true, now: noon - 31 * day})
    expect(await eraseExpired(database, {now: noon, days: 365})).toBe(2)
    expect(await namesIn(database, {})).toEqual(['young'])
    const secrets = await database.query.selectFrom('secrets').select('name').execute()
    expect(secrets.map(({name}) => name)).toEqual(['submission-keys'])
    expect(await database.query.selectFrom('rateLimits').selectAll().execute()).toEqual([])
  })
})
