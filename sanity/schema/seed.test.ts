import {readFile} from 'node:fs/promises'
import {expect, test, vi} from 'vitest'
import {validate} from './testing/validate.ts'

interface SeedDocument {
  _id: string
  _type: string
  [field: string]: unknown
}

const file = new URL('../seed/data.ndjson', import.meta.url)
const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
const documents: SeedDocument[] = lines.map((line) => JSON.parse(line))

// A fixed date: the seed’s claims expire.
vi.useFakeTimers({toFake: ['Date'], now: new Date('2027-01-01')})

test('every document of the seed can be published: the Studio has no error for it', async () => {
  const problems = await Promise.all(
    documents.map(async (document) => (await validate(document)).map((line) => `${document._id}: ${line}`)),
  )
  expect(problems.flat().filter((line) => line.includes(': error '))).toEqual([])
})
