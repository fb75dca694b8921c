import {expect, it} from 'vitest'
import {scenarioOf} from '@/components/demo/testing/scenarioOf'
import {pageOf} from '@/components/testing/fixtures'
import fc from '../tests/support/fastCheck.ts'
import {anchorPattern} from './projections/anchor.ts'
import {validScenarios} from './scenarios.ts'

it('with any anchors, each name leads to exactly one scenario and is valid in a URL', () => {
  const name = fc.constantFrom('lqm', 'lqm2', 'lqm3', 'lims', 'a'.repeat(24), 'b')
  const scenario = fc.record({
    anchor: name,
    former: fc.array(name, {maxLength: 3}),
    created: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01'),
  })
  fc.assert(
    fc.property(fc.array(scenario, {maxLength: 6}), (list) => {
      const given = list.map((one, index) => ({...one, id: `s${index}`}))
      const scenarios = given.map(({id, anchor, former, created}) => ({
        ...scenarioOf(),
        _id: id,
        _createdAt: created,
        anchor,
        formerAnchors: former,
      }))
      const all = validScenarios(Object.assign(pageOf(), {scenarios}))
      const called = all.flatMap(({anchor, formerAnchors}) => [anchor, ...formerAnchors])
      expect(new Set(called).size).toBe(called.length)
      for (const each of called) expect(each).toMatch(anchorPattern)
      // Present names that only one scenario has are never changed.
      for (const {id, anchor} of given) {
        if (given.filter((other) => other.anchor === anchor).length > 1) continue
        expect(all.find(({_id}) => _id === id)?.anchor).toBe(anchor)
      }
    }),
    {numRuns: 200 * Number(process.env.FUZZ_FACTOR || 1)},
  )
})
