import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, test} from 'vitest'
import {clientOf, newFolder} from '../testing/openTestLake.ts'
import {spawnLake} from '../testing/spawnLake.ts'

const DOCUMENTS = 100

/** Counts published documents, and their transactions, in the file as it was left. */
function published(dir: string): {documents: number; transactions: number} {
  const database = new DatabaseSync(join(dir, 'lake.db'))
  try {
    const read = (query: string) => Number(database.prepare(query).get()?.count)
    return {
      documents: read("SELECT count(*) AS count FROM documents WHERE id LIKE 'p%'"),
      transactions: read("SELECT count(DISTINCT seq) AS count FROM transaction_documents WHERE document_id LIKE 'p%'"),
    }
  } finally {
    database.close()
  }
}

test.each([1, 2, 3])(
  'a lake that is killed as a release is due publishes all of it or none, and once (%i)',
  async () => {
    const dir = await newFolder()
    const lake = await spawnLake(dir)
    const client = clientOf(lake).withConfig({maxRetries: 0})
    await client.releases.create({releaseId: 'r'})
    const transaction = client.transaction()
    for (let n = 0; n < DOCUMENTS; n += 1) transaction.create({_id: `versions.r.p${n}`, _type: 'page'})
    await transaction.commit()
    // Due as soon as it is scheduled; the answer and the kill race with it.
    await client.releases.schedule({releaseId: 'r', publishAt: '2020-01-01T00:00:00Z'})
    await lake.kill()
    expect([0, DOCUMENTS]).toContain(published(dir).documents)
    const next = await spawnLake(dir)
    await expect.poll(() => clientOf(next).getDocument('_.releases.r')).toMatchObject({state: 'published'})
    await next.kill()
    const last = await spawnLake(dir)
    await last.kill()
    expect(published(dir)).toEqual({documents: DOCUMENTS, transactions: 1})
  },
)
