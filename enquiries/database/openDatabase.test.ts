import pg from 'pg'
import {expect, inject, onTestFinished, test} from 'vitest'
import {newDatabase} from '../../tests/support/startPostgres.ts'
import {listEnquiries} from '../store.ts'
import {submitEnquiry} from '../submitEnquiry.ts'
import {newEnquiry, submissionOf} from '../testing/fixtures.ts'
import {onBothDatabases} from '../testing/onBothDatabases.ts'
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
