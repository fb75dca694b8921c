import {readdirSync, readFileSync, statSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {openDatabase} from './database/openDatabase.ts'
import {eraseExpired, forgetEnquiry, listEnquiries} from './store.ts'
import {submitEnquiry} from './submitEnquiry.ts'
import {newEnquiry, noon, submissionOf} from './testing/fixtures.ts'
import {newFile} from './testing/onBothDatabases.ts'

const secret = 'Xylophone-7351'
const year = 366 * 24 * 60 * 60_000

async function open() {
  const file = newFile()
  const database = await openDatabase({file})
  onTestFinished(() => database.close())
  const enquiry = newEnquiry({name: secret, message: `${secret} `.repeat(500)})
  await submitEnquiry(database, submissionOf({enquiry}))
  await submitEnquiry(database, submissionOf({enquiry: newEnquiry({name: 'Other'}), now: noon + year}))
  /** Names of the database's files that contain a text. */
  const filesWith = (text: string) =>
    readdirSync(dirname(file)).filter((name) => readFileSync(join(dirname(file), name)).includes(text))
  return {file, database, filesWith}
}

test('nothing of a forgotten enquiry is left in any file of the database', async () => {
  const {database, filesWith} = await open()
  expect(filesWith(secret)).not.toEqual([])
  const {enquiries} = await listEnquiries(database, {text: secret})
  await forgetEnquiry(database, enquiries[0]?.id ?? '')
  expect(filesWith(secret)).toEqual([])
  expect(filesWith('Other')).not.toEqual([])
})

test('nor of one whose time is over', async () => {
  const {database, filesWith} = await open()
  expect(await eraseExpired(database, {now: noon + year, days: 365})).toBe(1)
  expect(filesWith(secret)).toEqual([])
})

test('nor where another process reads at that moment, once it has done so', async () => {
  const {file, database, filesWith} = await open()
  const reader = await openDatabase({file})
  onTestFinished(() => reader.close())
  const {enquiries} = await listEnquiries(reader, {text: secret})
  await forgetEnquiry(database, enquiries[0]?.id ?? '')
  await eraseExpired(database, {now: noon, days: 365})
  expect(filesWith(secret)).toEqual([])
})

test('folder and files are their owner’s alone', async () => {
  const {file} = await open()
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(dirname(file))) expect(statSync(join(dirname(file), name)).mode & 0o077).toBe(0)
})
