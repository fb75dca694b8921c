import type {ConfigContext, Tool} from 'sanity'
import {type Ability, hasAbility} from '../../sanity/roles/abilities.ts'

const needed: Readonly<Record<string, Ability>> = {vision: 'developerTools', people: 'people'}

/** Removes the tools for which a user lacks the ability. */
export function limitTools(tools: Tool[], {currentUser}: Pick<ConfigContext, 'currentUser'>): Tool[] {
  return tools.filter(({name}) => {
    const ability = needed[name]
    return ability === undefined || hasAbility(currentUser, ability)
  })
}
