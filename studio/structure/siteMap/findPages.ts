import {findByAddress} from './findByAddress.ts'
import type {PageState} from './pageStates.ts'

/** The pages that an editor means: the one at an address, else those whose title or route holds every word. */
export function findPages(states: readonly PageState[], text: string): readonly PageState[] {
  const route = findByAddress(text)
  if (route !== undefined) return states.filter((state) => state.route === route)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return states.filter(({route, title}) => {
    const said = `${title.zh} ${title.en} ${route}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
}
