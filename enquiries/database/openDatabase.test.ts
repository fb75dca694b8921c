import {execFile} from 'node:child_process'
import {readdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {promisify} from 'node:util'
import pg from 'pg'
import {expect, inject, onTestFinished, test} from 'vitest'
import {newDatabase} from '../../tests/support/startPostgres.ts'
import {listEnquiries} from '../store.ts'
import {submitEnquiry} from '../submitEnquiry.ts'
import {newEnquiry, submissionOf} from '../testing/fixtures.ts'
import {newFile, onBothDatabases} from '../testing/onBothDatabases.ts'
import {inspectDatabase} from './inspectDatabase.ts'
import {migrations} from './migrations.ts'
import {type DatabasePlace, openDatabase} from './openDatabase.ts'

const addColumn = (name: string): typeof migrations => ({
  [`2099-01-01-${name}`]: {
    up: (database) =>
      database.schema
        .alterTable('enquiries')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute(),
  },
})

const open = async (place: DatabasePlace, known?: typeof migrations) => {
  const database = await openDatabase(place, known)
  onTestFinished(() => database.close())
  return database
}

onBothDatabases(({newPlace}) => {
  test('after a rollback over a migration the older release takes enquiries, and a newer one makes its own migration', async () => {
    const place = await newPlace()
    await (await openDatabase(place, {...migrations, ...addColumn('b')})).close()
    const older = await open(place)
    const enquiry = newEnquiry({name: 'After the rollback'})
    expect(await submitEnquiry(older, submissionOf({enquiry}))).toBe('stored')

    const newer = await open(place, {...migrations, ...addColumn('a')})
    const {enquiries} = await listEnquiries(newer, {})
    expect(enquiries).toMatchObject([{name: 'After the rollback', a: '', b: ''}])
  })
})

test.each([0, 1, 511])(
  'a database that was truncated to %i bytes is no new one, and its log of writes stays',
  async (size) => {
    const file = newFile()
    const before = await openDatabase({file})
    const enquiry = newEnquiry({name: 'In the log'})
    expect(await submitEnquiry(before, submissionOf({enquiry}))).toBe('stored')
    // As a process that is killed leaves them.
    const copies = ['', '-wal'].map((suffix) => [file + suffix, readFileSync(file + suffix)] as const)
    await before.close()
    for (const [path, bytes] of copies) writeFileSync(path, bytes)
    truncateSync(file, size)
    await expect(openDatabase({file})).rejects.toThrow(
      `${file} is empty, so enquiries were lost. Put it back from a backup`,
    )
    await expect(inspectDatabase({file}, 1000)).rejects.toThrow(`${file} is empty`)
    for (const [path, bytes] of copies.slice(0, 1)) writeFileSync(path, bytes)
    expect((await listEnquiries(await open({file}), {})).enquiries).toMatchObject([{name: 'In the log'}])
  },
)

test('where a damaged database was moved away, what is left of it does not get into the new one', async () => {
  const file = newFile()
  const before = await openDatabase({file})
  expect(await submitEnquiry(before, submissionOf())).toBe('stored')
  const log = readFileSync(`${file}-wal`)
  await before.close()
  rmSync(file)
  writeFileSync(`${file}-wal`, log)
  const after = await open({file})
  expect((await listEnquiries(after, {})).enquiries).toEqual([])
  expect(await submitEnquiry(after, submissionOf())).toBe('stored')
  expect(readFileSync(`${file}-wal.left`).equals(log)).toBe(true)
})

test('several processes that make the database at once make one, and leave nothing else', async () => {
  const file = newFile()
  const script = `const {openDatabase} = await import(${JSON.stringify(join(import.meta.dirname, 'openDatabase.ts'))})
    const {submitEnquiry} = await import(${JSON.stringify(join(import.meta.dirname, '../submitEnquiry.ts'))})
    const {newEnquiry, submissionOf} = await import(${JSON.stringify(join(import.meta.dirname, '../testing/fixtures.ts'))})
    const database = await openDatabase({file: ${JSON.stringify(file)}})
    console.log(await submitEnquiry(database, submissionOf({enquiry: newEnquiry({name: process.argv[1]}), formKey: process.argv[1]})))
    await database.close()`
  const run = promisify(execFile)
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const answers = await Promise.all([1, 2, 3].map((n) => run(process.execPath, [...options, `Visitor ${n}`])))
  expect(answers.map(({stdout}) => stdout.trim())).toEqual(['stored', 'stored', 'stored'])
  expect((await listEnquiries(await open({file}), {})).enquiries).toHaveLength(3)
  expect(readdirSync(dirname(file)).filter((name) => !/^\S+\.db(-wal|-shm)?$/.test(name))).toEqual([])
})

test('where PostgreSQL takes three connections, visitors wait for one, and all enquiries are stored', async () => {
  const url = new URL(await newDatabase(inject('postgres')))
  const name = url.pathname.slice(1)
  const administrator = new pg.Client({connectionString: url.href})
  await administrator.connect()
  // Limits do not hold for its administrator.
  await administrator.query(
    `create role ${name} login; alter database ${name} owner to ${name}; alter database ${name} connection limit 3`,
  )
  await administrator.end()
  url.username = name
  const database = await open({url: url.href, file: ''})
  const plenty = {count: 1000, period: 60_000}
  const results = await Promise.all(
    Array.from({length: 12}, (_, n) => {
      const enquiry = newEnquiry({name: `Visitor ${n}`})
      return submitEnquiry(database, submissionOf({enquiry}), {address: plenty, all: plenty})
    }),
  )
  expect(new Set(results)).toEqual(new Set(['stored']))
})
