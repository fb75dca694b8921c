import type {ConfigContext, Tool} from 'sanity'
import {may} from '../../sanity/roles/abilities.ts'

const forDevelopers = new Set(['vision'])

/** The tools of the Studio without those that would only puzzle whoever is signed in. */
export function limitTools(tools: Tool[], {currentUser}: Pick<ConfigContext, 'currentUser'>): Tool[] {
  return tools.filter(({name}) => !forDevelopers.has(name) || may(currentUser, 'developerTools'))
}
