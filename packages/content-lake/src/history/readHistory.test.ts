import {expect, test} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'

const MB = 1024 * 1024

async function openLongHistory() {
  const lake = await openTestLake()
  for (let n = 0; n < 8; n += 1) {
    lake.commit({mutations: [{createOrReplace: {_id: 'a', _type: 'doc', n}}], author: SYSTEM})
  }
  // As ten megabytes of content would be stored, which takes long to write.
  const mutations = JSON.stringify([{patch: {id: 'a', set: {text: 'x'.repeat(10 * MB)}}}])
  lake.database.prepare('UPDATE transaction_documents SET mutations = ?').run(mutations)
  return async (path: string) => {
    const headers = {authorization: `Bearer ${TEST_TOKENS.read}`}
    const response = await fetch(`${lake.url}/v1/data/history/production/${path}`, {headers})
    return {status: response.status, text: await response.text()}
  }
}

test('a history too large for one answer is a 400 that says to ask for less; parts of it are answered', async () => {
  const read = await openLongHistory()
  const all = await read('transactions/a?limit=1000')
  expect(all.status).toBe(400)
  expect(JSON.parse(all.text)).toMatchObject({error: {type: 'historyTooLargeError'}})
  const newest = await read('transactions/a?limit=2&reverse=true')
  expect(newest.status).toBe(200)
  expect(newest.text.trim().split('\n')).toHaveLength(2)
})
