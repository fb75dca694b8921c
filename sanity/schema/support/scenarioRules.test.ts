import {expect, test} from 'vitest'
import {droppedAnchors} from '../../../studio/inputs/ScenarioInput.tsx'
import {anchorPattern} from '../../projections/anchor.ts'
import {clientOf} from '../testing/validate.ts'
import {duplicateOf, loadDuplicateContext, nextOrder} from './scenarioRules.ts'

const scenario = (_id: string, anchor: string, order: number, formerAnchors?: string[]) => ({
  ...{_id, _type: 'scenario', anchor, order, product: {_ref: `product-${anchor}`}},
  ...(formerAnchors && {formerAnchors}),
})
const module = (_id: string, product: string, order: number) => ({
  ...{_id, _type: 'productModule', order, product: {_ref: product}, route: '/limsPages/entrust'},
})

test('the copy of a scenario gets a unique anchor and the next position, counting drafts and former anchors', async () => {
  const original = scenario('scenario-lqm', 'lqm', 3, ['old'])
  const client = clientOf([original, scenario('drafts.x', 'lqm2', 7), scenario('y', 'advp', 4, ['lqm3'])])
  const copy = duplicateOf(original, await loadDuplicateContext(client, 'scenario', 'product-lqm'))
  expect(copy).toEqual({
    _id: 'scenario-lqm',
    _type: 'scenario',
    anchor: 'lqm4',
    order: 8,
    product: {_ref: 'product-lqm'},
  })
  expect(copy.anchor).toMatch(anchorPattern)
  expect(await nextOrder(client)).toBe(8)
  expect(await nextOrder(clientOf([]))).toBe(1)
})

test('the copy of a module comes last in its product and has no page', async () => {
  const original = module('a', 'lims', 1)
  const client = clientOf([original, module('b', 'lims', 5), module('c', 'lqm', 9)])
  const copy = duplicateOf(original, await loadDuplicateContext(client, 'productModule', 'lims'))
  expect(copy).toEqual({_id: 'a', _type: 'productModule', order: 6, product: {_ref: 'lims'}})
})

test('a published anchor is kept when it changes, as are former ones', () => {
  const published = {anchor: 'lqm', formerAnchors: ['old']}
  expect(droppedAnchors(published, {anchor: 'lqm', formerAnchors: ['old']})).toEqual([])
  expect(droppedAnchors(published, {anchor: 'new'})).toEqual(['lqm', 'old'])
  expect(droppedAnchors(published, {anchor: 'new', formerAnchors: ['old', 'lqm']})).toEqual([])
  expect(droppedAnchors(published, {anchor: 'old', formerAnchors: ['old']})).toEqual(['lqm'])
  expect(droppedAnchors({}, {anchor: 'new'})).toEqual([])
})
