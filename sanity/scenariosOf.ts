import type {PageData} from './content.types.ts'
import {type Scenario, scenarioShape} from './projections/scenario.ts'

/**
 * The scenarios that can be walked, in order. One that fails its shape is left out and reported to the server's log;
 * where two have the same name in links, the later one gets a number.
 */
export function scenariosOf({scenarios}: Pick<PageData, 'scenarios'>): Scenario[] {
  const taken = new Set<string>()
  return scenarios.flatMap((data) => {
    const read = scenarioShape.safeParse(data)
    if (!read.success) {
      const problems = read.error.issues.map(({path, message}) => `${path.join('.')}: ${message}`)
      console.error(`Scenario ${data._id} is left out: ${problems.join('; ')}`)
      return []
    }
    const anchor = freeAnchor(read.data.anchor, taken)
    taken.add(anchor)
    return [{...read.data, anchor}]
  })
}

function freeAnchor(wanted: string, taken: ReadonlySet<string>): string {
  let anchor = wanted
  for (let number = 2; taken.has(anchor); number++) anchor = `${wanted}${number}`
  return anchor
}
