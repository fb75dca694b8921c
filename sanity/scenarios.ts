import type {PageData} from './presentContent.ts'
import {reservedAnchors, uniqueAnchor} from './projections/anchor.ts'
import {type Scenario, scenarioShape} from './projections/scenario.ts'

/**
 * Returns the valid scenarios of the demo, in order. Skips and logs those that do not fit their shape.
 *
 * Makes anchors unique, former ones included: the oldest scenario keeps a shared anchor, so that saved links still lead
 * to it, and later ones get a fresh anchor.
 */
export function validScenarios({scenarios}: Pick<PageData, 'scenarios'>): Scenario[] {
  const valid = scenarios.flatMap((data) => {
    const read = scenarioShape.safeParse(data)
    if (read.success) return [read.data]
    const problems = read.error.issues.map(({path, message}) => `${path.join('.')}: ${message}`)
    console.error(`Scenario ${data._id} is left out: ${problems.join('; ')}`)
    return []
  })
  const owners = ownersOf(valid)
  const taken = new Set(owners.keys())
  return valid.map((scenario) => {
    const own = (name: string) => owners.get(name) === scenario._id && !reservedAnchors.has(name)
    const anchor = own(scenario.anchor) ? scenario.anchor : uniqueAnchor(scenario.anchor, taken)
    taken.add(anchor)
    const former = scenario.formerAnchors.filter((name) => own(name) && name !== anchor)
    return {...scenario, anchor, formerAnchors: [...new Set(former)]}
  })
}

/** Returns whether a name is a scenario's present or former anchor. */
export function hasAnchor({anchor, formerAnchors}: Pick<Scenario, 'anchor' | 'formerAnchors'>, name: string): boolean {
  return anchor === name || formerAnchors.includes(name)
}

/** Owner of each anchor: present anchors before former ones, then the older scenario. */
function ownersOf(scenarios: readonly Scenario[]): Map<string, string> {
  const ageOf = ({_createdAt, _id}: Scenario) => `${_createdAt} ${_id}`
  const byAge = scenarios.toSorted((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))
  const owners = new Map<string, string>()
  for (const {_id, anchor} of byAge) if (!owners.has(anchor)) owners.set(anchor, _id)
  for (const {_id, formerAnchors} of byAge) {
    for (const name of formerAnchors) if (!owners.has(name)) owners.set(name, _id)
  }
  return owners
}
