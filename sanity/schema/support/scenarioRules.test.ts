import {createClient} from '@sanity/client'
import {createTestLake, TEST_LAKE_TOKENS} from 'embedded-content-lake/testing'
import {afterAll, beforeAll, expect, test} from 'vitest'
import {droppedAnchors} from '../../../studio/inputs/ScenarioInput.tsx'
import {anchorPattern} from '../../projections/anchor.ts'
import {uniqueRules} from '../../roles/uniqueFields.ts'
import {clientOf} from '../testing/validate.ts'
import {duplicateOf, freeAnchor, nextOrder, placeOfCopy} from './scenarioRules.ts'

let lake: Awaited<ReturnType<typeof createTestLake>>

beforeAll(async () => {
  lake = await createTestLake({unique: uniqueRules})
})
afterAll(() => lake.close())

const scenario = (_id: string, anchor: string, order: number, formerAnchors?: string[]) => ({
  _id,
  _type: 'scenario',
  anchor,
  order,
  product: {_ref: `product-${anchor}`, _weak: true},
  ...(formerAnchors && {formerAnchors}),
})
const module = (_id: string, product: string, order: number) => ({
  _id,
  _type: 'productModule',
  order,
  product: {_ref: product},
  route: '/limsPages/entrust',
})

const contentOf = async (...documents: Parameters<typeof scenario>[]) => {
  const client = createClient({...lake.clientConfig, maxRetries: 0})
  await Promise.all(documents.map((fields) => client.createOrReplace(scenario(...fields))))
  return client
}

test('the copy of a scenario gets a unique anchor and the next position, counting drafts and former anchors', async () => {
  const original = scenario('scenario-lqm', 'lqm', 3, ['old'])
  const client = await contentOf(
    ['scenario-lqm', 'lqm', 3, ['old']],
    ['drafts.x', 'lqm2', 7],
    ['y', 'advp', 4, ['lqm3']],
  )
  const copy = duplicateOf(original, await placeOfCopy(client, original))
  expect(copy).toEqual({
    _id: 'scenario-lqm',
    _type: 'scenario',
    anchor: 'lqm4',
    order: 8,
    product: {_ref: 'product-lqm', _weak: true},
  })
  expect(copy.anchor).toMatch(anchorPattern)
  expect(await nextOrder(client, 'scenario')).toBe(8)
  expect(await nextOrder(clientOf([]), 'scenario')).toBe(1)
})

test('a name that the lake keeps for a deleted scenario is not offered, and asking keeps none', async () => {
  const client = await contentOf(['a', 'trace', 1], ['b', 'trace2', 2])
  await client.delete('b')
  expect(await freeAnchor(client, 'trace')).toBe('trace3')
  expect(await freeAnchor(client, 'trace')).toBe('trace3')
})

test('who may only draft is offered a name, and without an answer there is none', async () => {
  const contributor = createClient({...lake.clientConfig, token: TEST_LAKE_TOKENS.read, maxRetries: 0})
  expect(await freeAnchor(contributor, 'fresh')).toBe('fresh')
  const nowhere = createClient({...lake.clientConfig, apiHost: 'http://localhost:9', maxRetries: 0})
  await expect(freeAnchor(nowhere, 'fresh')).rejects.toThrow()
})

test('the copy of a role or a claim needs no place of its own', async () => {
  for (const _type of ['role', 'claim']) expect(await placeOfCopy(clientOf([]), {_type})).toEqual({})
})

test('the copy of a module comes last in its product and has no page', async () => {
  const original = module('a', 'lims', 1)
  const client = clientOf([original, module('b', 'lims', 5), module('c', 'lqm', 9)])
  const copy = duplicateOf(original, await placeOfCopy(client, original))
  expect(copy).toEqual({_id: 'a', _type: 'productModule', order: 6, product: {_ref: 'lims'}})
})

test('a copy is told from the original by its name, in each language that has one', () => {
  const name = {_type: 'localeString', zh: '一辆工程车', en: 'An engineering vehicle'}
  const marked = {_type: 'localeString', zh: '一辆工程车（副本）', en: 'An engineering vehicle (copy)'}
  const place = {order: 5}
  expect(duplicateOf({_type: 'scenario', title: name}, place)).toMatchObject({title: marked})
  expect(duplicateOf({_type: 'productModule', name}, place)).toMatchObject({name: marked})
  expect(duplicateOf({_type: 'scenario', title: {zh: '一辆工程车', en: ''}}, place)).toMatchObject({
    title: {zh: '一辆工程车（副本）', en: ''},
  })
  expect(duplicateOf({_type: 'role', name}, {})).toEqual({_type: 'role', name: marked})
  const claim = {_type: 'claim', statement: name, source: 'a record'}
  expect(duplicateOf(claim, {})).toEqual({...claim, statement: marked})
})

test('a published anchor is kept when it changes, as are former ones', () => {
  const published = {anchor: 'lqm', formerAnchors: ['old']}
  expect(droppedAnchors(published, {anchor: 'lqm', formerAnchors: ['old']})).toEqual([])
  expect(droppedAnchors(published, {anchor: 'new'})).toEqual(['lqm', 'old'])
  expect(droppedAnchors(published, {anchor: 'new', formerAnchors: ['old', 'lqm']})).toEqual([])
  expect(droppedAnchors(published, {anchor: 'old', formerAnchors: ['old']})).toEqual(['lqm'])
  expect(droppedAnchors({}, {anchor: 'new'})).toEqual([])
})
