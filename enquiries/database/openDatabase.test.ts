import {expect, onTestFinished, test} from 'vitest'
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
