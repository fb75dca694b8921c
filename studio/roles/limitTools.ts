import type {ConfigContext, Tool} from 'sanity'
import {hasAbility} from '../../sanity/roles/abilities.ts'

const forDevelopers = new Set(['vision'])

/** Removes developer tools for users without that ability. */
export function limitTools(tools: Tool[], {currentUser}: Pick<ConfigContext, 'currentUser'>): Tool[] {
  return tools.filter(({name}) => !forDevelopers.has(name) || hasAbility(currentUser, 'developerTools'))
}
