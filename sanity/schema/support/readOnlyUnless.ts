import type {ConditionalPropertyCallbackContext} from 'sanity'
import {type Ability, may} from '../../roles/abilities.ts'

/** For what only some may change: others read it. The lake refuses it as well; this spares them the attempt. */
export function readOnlyUnless(ability: Ability) {
  return ({currentUser}: Pick<ConditionalPropertyCallbackContext, 'currentUser'>): boolean => !may(currentUser, ability)
}
