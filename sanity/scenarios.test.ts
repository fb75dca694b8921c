import {describe, expect, it} from 'vitest'
import {scenarioOf} from '@/components/demo/testing/scenarioOf'
import {pageOf} from '@/components/testing/fixtures'
import {uniqueAnchor} from './projections/anchor.ts'
import {hasAnchor, validScenarios} from './scenarios.ts'

interface Given {
  id: string
  anchor: string
  former?: string[]
  created?: string
}

function read(given: readonly Given[]) {
  const scenarios = given.map(({id, anchor, former, created = '2026-01-01'}) => ({
    ...scenarioOf(),
    _id: id,
    _createdAt: created,
    anchor,
    formerAnchors: former,
  }))
  return validScenarios(Object.assign(pageOf(), {scenarios}))
}
const names = (given: readonly Given[]) => read(given).map(({_id, anchor}) => `${_id} ${anchor}`)

describe('a name in links', () => {
  it('stays with the older of two scenarios, whichever comes first on the page', () => {
    const original = {id: 'z-original', anchor: 'lqm', created: '2026-01-01'}
    const copy = {id: 'a-copy', anchor: 'lqm', created: '2026-02-01'}
    expect(names([copy, original])).toEqual(['a-copy lqm2', 'z-original lqm'])
    expect(names([original, copy])).toEqual(['z-original lqm', 'a-copy lqm2'])
  })

  it('that a later scenario gets is unused, now and before', () => {
    const given = [
      {id: 'a', anchor: 'lqm'},
      {id: 'b', anchor: 'lqm'},
      {id: 'c', anchor: 'lqm2'},
      {id: 'd', anchor: 'other', former: ['lqm3']},
    ]
    expect(names(given)).toEqual(['a lqm', 'b lqm4', 'c lqm2', 'd other'])
  })

  it('is not a reserved anchor of the page', () => {
    expect(names([{id: 'a', anchor: 'content'}])).toEqual(['a content2'])
  })

  it('from before leads to its scenario, unless another one has it now', () => {
    const [first, second] = read([
      {id: 'a', anchor: 'new', former: ['old', 'taken', 'Not A Name', 'new']},
      {id: 'b', anchor: 'taken'},
    ])
    expect(first?.formerAnchors).toEqual(['old'])
    expect(first && hasAnchor(first, 'old')).toBe(true)
    expect(second && hasAnchor(second, 'old')).toBe(false)
  })
})

it.each([
  ['lqm', [], 'lqm'],
  ['lqm', ['lqm'], 'lqm2'],
  ['lqm', ['lqm', 'lqm2', 'lqm3'], 'lqm4'],
  ['lqm2', ['lqm2'], 'lqm3'],
  ['a'.repeat(24), ['a'.repeat(24)], `${'a'.repeat(23)}2`],
  ['', [], 'scenario2'],
])('the unique anchor for “%s” beside %j is %s', (wanted, taken, name) => {
  expect(uniqueAnchor(wanted, new Set(taken))).toBe(name)
})
