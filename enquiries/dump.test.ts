import {DatabaseSync} from 'node:sqlite'
import {expect, onTestFinished, test} from 'vitest'
import {type EnquiryDatabase, openDatabase} from './database/openDatabase.ts'
import {dumpEnquiries, loadEnquiries, unloadEnquiries} from './dump.ts'
import {saltPrefix} from './limits.ts'
import {listEnquiries} from './store.ts'
import {submitEnquiry} from './submitEnquiry.ts'
import {enquiryCases} from './testing/enquiryCases.ts'
import {goodValues, newEnquiry, submissionOf} from './testing/fixtures.ts'
import {newFile, onBothDatabases} from './testing/onBothDatabases.ts'

const plenty = {count: 10_000, period: 86_400_000}
const unlimited = {address: plenty, all: plenty}

async function linesOf(database: EnquiryDatabase): Promise<string[]> {
  const lines: string[] = []
  await dumpEnquiries(database, (line) => void lines.push(line))
  return lines
}

async function openEmbedded(): Promise<EnquiryDatabase> {
  const database = await openDatabase({file: newFile()})
  onTestFinished(() => database.close())
  return database
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

onBothDatabases(({open}) => {
  test('a dump comes back character by character, in either database, with what keeps a form from being stored twice', async () => {
    const database = await open()
    const odd = enquiryCases.flatMap(({values, problems}, index) => {
      const {consent: _, ...texts} = {...goodValues, ...values}
      return problems ? [] : [newEnquiry({...texts, page: `/${index}`})]
    })
    for (const [index, enquiry] of odd.entries()) {
      await submitEnquiry(database, submissionOf({enquiry, formKey: `form ${index}`}), unlimited)
    }
    await database.query.updateTable('deliveries').set({lease: 'a process', leasedUntil: 9e12}).execute()
    const lines = await linesOf(database)
    for (const other of [await open(), await openEmbedded()]) {
      const counts = await loadEnquiries(other, each(lines))
      expect(counts).toEqual({
        enquiries: odd.length,
        submissionKeys: odd.length,
        deliveries: 2 * odd.length,
        secrets: 1,
      })
      expect(await listEnquiries(other, {}, 1000)).toEqual(await listEnquiries(database, {}, 1000))
      const again = submissionOf({enquiry: odd[0] ?? newEnquiry(), formKey: 'form 0'})
      expect(await submitEnquiry(other, again, unlimited)).toBe('known')
      expect(await other.query.selectFrom('deliveries').select('id').where('lease', 'is not', null).execute()).toEqual(
        [],
      )
    }
  })

  test('it holds somebody whose name looks like that of a salt', async () => {
    const database = await open()
    await submitEnquiry(database, submissionOf({enquiry: newEnquiry({name: `${saltPrefix}x`})}))
    const other = await open()
    expect(await loadEnquiries(other, each(await linesOf(database)))).toMatchObject({enquiries: 1})
  })

  test('more rows than are read at a time are all there', async () => {
    const database = await open()
    const rows = Array.from({length: 1001}, (_, index) => ({key: `key ${index}`, enquiryId: 'one'}))
    await submitEnquiry(database, submissionOf({enquiry: newEnquiry(), formKey: 'a form'}), unlimited)
    await database.query.updateTable('submissionKeys').set({key: 'key'}).execute()
    const [{id} = {id: ''}] = (await listEnquiries(database, {})).enquiries
    await database.query
      .insertInto('submissionKeys')
      .values(rows.map(({key}) => ({key, enquiryId: id})))
      .execute()
    const other = await open()
    expect(await loadEnquiries(other, each(await linesOf(database)))).toMatchObject({submissionKeys: 1002})
  })

  test('a dump that cannot be written any more, as on a full disk, ends with that error', async () => {
    const database = await open()
    for (const name of ['Ada', 'Lin']) await submitEnquiry(database, submissionOf({enquiry: newEnquiry({name})}))
    let lines = 0
    const write = () => {
      lines += 1
      return lines === 1 ? Promise.reject(new Error('ENOSPC: no space left on device')) : Promise.resolve()
    }
    await expect(dumpEnquiries(database, write)).rejects.toThrow('ENOSPC')
    expect(lines).toBe(1)
  })

  test('a line that is no row of a dump, or a database with enquiries, is refused, and nothing is kept', async () => {
    const database = await open()
    await submitEnquiry(database, submissionOf({enquiry: newEnquiry(), formKey: 'a form'}), unlimited)
    const lines = await linesOf(database)
    await expect(loadEnquiries(database, each(lines))).rejects.toThrow('holds enquiries already')
    const other = await open()
    for (const bad of [
      '{}',
      'no JSON',
      '{"table":"rateLimits","row":{"bucket":"a","arrival":1}}',
      '{"table":"enquiries","row":{"id) --":"1"}}',
    ]) {
      await expect(loadEnquiries(other, each([...lines, bad]))).rejects.toThrow()
      expect((await listEnquiries(other, {})).enquiries).toEqual([])
    }
  })

  test('what was loaded can be taken out again, unless somebody has written since', async () => {
    const database = await open()
    for (const name of ['Ada', 'Lin']) await submitEnquiry(database, submissionOf({enquiry: newEnquiry({name})}))
    const lines = await linesOf(database)
    const other = await open()
    for (const counted of [2, 2]) {
      expect(await loadEnquiries(other, each(lines))).toMatchObject({enquiries: counted})
      await unloadEnquiries(other, each(lines))
      expect(await linesOf(other)).toEqual([])
    }
    await loadEnquiries(other, each(lines))
    const before = await linesOf(other)
    await other.query.updateTable('enquiries').set({changedAt: 1}).where('name', '=', 'Lin').execute()
    await expect(unloadEnquiries(other, each(lines))).rejects.toThrow('were changed since')
    expect(await linesOf(other)).toHaveLength(before.length)
    await other.query.deleteFrom('enquiries').execute()
    await unloadEnquiries(other, each(lines))
    await loadEnquiries(other, each(lines))
    await submitEnquiry(other, submissionOf({formKey: 'a third one'}), unlimited)
    await expect(unloadEnquiries(other, each(lines))).rejects.toThrow('holds other enquiries by now')
    expect((await listEnquiries(other, {})).enquiries).toHaveLength(3)
  })
})

test('forms are stored while another process writes, and while it dumps', async () => {
  const file = newFile()
  const database = await openDatabase({file})
  const other = await openDatabase({file})
  onTestFinished(() => database.close())
  onTestFinished(() => other.close())
  await submitEnquiry(database, submissionOf({formKey: 'one'}), unlimited)
  const locking = new DatabaseSync(file)
  locking.exec('begin immediate')
  const submitted = submitEnquiry(database, submissionOf({formKey: 'two'}), unlimited)
  setImmediate(() => locking.close())
  expect(await submitted).toBe('stored')
  let meanwhile: Promise<unknown> | undefined
  const counts = await dumpEnquiries(other, () => {
    meanwhile ??= submitEnquiry(database, submissionOf({formKey: 'three'}), unlimited)
  })
  expect(counts.enquiries).toBe(2)
  expect(await meanwhile).toBe('stored')
})
