import type {ConfigContext, Tool} from 'sanity'
import {type Ability, hasAbility} from '../../sanity/roles/abilities.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'

const needed: Readonly<Record<string, Ability>> = {vision: 'developerTools', people: 'people'}

/** Sanity's own tools whose titles it does not translate. */
const titles: Readonly<Record<string, string>> = {
  releases: label('发布计划', 'Releases'),
  vision: label('查询', 'Vision'),
}

/** Removes the tools for which a user lacks the ability, and names the others in the Studio's language. */
export function limitTools(tools: Tool[], {currentUser}: Pick<ConfigContext, 'currentUser'>): Tool[] {
  return tools.flatMap((tool) => {
    const ability = needed[tool.name]
    if (ability !== undefined && !hasAbility(currentUser, ability)) return []
    return {...tool, title: titles[tool.name] ?? tool.title}
  })
}
