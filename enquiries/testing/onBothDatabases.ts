import {join} from 'node:path'
import {describe, inject, onTestFinished} from 'vitest'
import {newDatabase} from '../../tests/support/startPostgres.ts'
import {temporaryFolder} from '../../tests/support/temporaryFolder.ts'
import {type DatabasePlace, type EnquiryDatabase, openDatabase} from '../database/openDatabase.ts'

interface Databases {
  /** An empty database. */
  open: () => Promise<EnquiryDatabase>
  /** Two connections to one database, as two instances have; the embedded database has one connection a process. */
  openTwice: () => Promise<[EnquiryDatabase, EnquiryDatabase]>
  /** The place of an empty database. */
  newPlace: () => Promise<DatabasePlace>
}

/** Runs the same tests on the embedded database and on PostgreSQL. */
export function onBothDatabases(tests: (databases: Databases) => void): void {
  const openAt = async (place: DatabasePlace) => {
    const database = await openDatabase(place)
    onTestFinished(() => database.close())
    return database
  }

  describe('on the embedded database', () => {
    const open = () => openAt({file: newFile()})
    tests({
      open,
      openTwice: async () => {
        const database = await open()
        return [database, database]
      },
      newPlace: async () => ({file: newFile()}),
    })
  })

  describe('on PostgreSQL', () => {
    const newPlace = async () => ({url: await newDatabase(inject('postgres')), file: ''})
    tests({
      open: async () => openAt(await newPlace()),
      openTwice: async () => {
        const place = await newPlace()
        return Promise.all([openAt(place), openAt(place)])
      },
      newPlace,
    })
  })
}

/** Returns a database file in a temporary folder, removed after the test. */
export function newFile(): string {
  return join(temporaryFolder(), 'enquiries/enquiries.db')
}
