import {expect, test} from 'vitest'
import {openTestLake} from '../../src/testing/openTestLake.ts'
import type {LakeDocument} from '../../src/types.ts'
import {compileWebhook} from '../../src/webhooks/compileWebhook.ts'

const page = (fields: object): LakeDocument => ({
  _id: 'a',
  _type: 'page',
  _rev: 'r',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  ...fields,
})

/** The body that a webhook sends for a change. */
async function sent(expression: string, before: LakeDocument | null, after: LakeDocument | null): Promise<unknown> {
  const lake = await openTestLake()
  const webhook = {name: 'test', url: 'http://localhost', secret: 's', on: [], projection: `{"value": ${expression}}`}
  const body = await compileWebhook(
    webhook,
    lake,
  )({
    id: 1,
    body: '',
    documentId: 'a',
    transactionId: 't',
    transactionTime: '2026-01-01T00:00:00Z',
    before,
    after,
  })
  return JSON.parse(String(body)).value
}

test('delta::operation() names the change', async () => {
  expect(await sent('delta::operation()', null, page({}))).toBe('create')
  expect(await sent('delta::operation()', page({}), page({n: 1}))).toBe('update')
  expect(await sent('delta::operation()', page({}), null)).toBe('delete')
})

test('before() and after() are the document on either side of the change', async () => {
  expect(await sent('[before().n, after().n]', page({n: 1}), page({n: 2}))).toEqual([1, 2])
  expect(await sent('[before(), after().n]', null, page({n: 2}))).toEqual([null, 2])
})

test('delta::changedAny() and delta::changedOnly() compare the two', async () => {
  const change = [page({title: 'a', n: 1, list: [{k: 1}]}), page({title: 'b', n: 1, list: [{k: 2}]})] as const
  expect(await sent('delta::changedAny(title)', ...change)).toBe(true)
  expect(await sent('delta::changedAny(n)', ...change)).toBe(false)
  expect(await sent('delta::changedAny((n, list[].k))', ...change)).toBe(true)
  expect(await sent('delta::changedOnly(title)', ...change)).toBe(false)
  expect(await sent('delta::changedOnly((title, list))', ...change)).toBe(true)
})
