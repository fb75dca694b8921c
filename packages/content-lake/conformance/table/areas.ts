import {actions} from './areas/actions.ts'
import {assets} from './areas/assets.ts'
import {errors} from './areas/errors.ts'
import {groqGlobalFunctions} from './areas/groqGlobalFunctions.ts'
import {groqNamespaces} from './areas/groqNamespaces.ts'
import {groqOperators} from './areas/groqOperators.ts'
import {groqPipeFunctions} from './areas/groqPipeFunctions.ts'
import {groqSyntax} from './areas/groqSyntax.ts'
import {groqTraversals} from './areas/groqTraversals.ts'
import {mutations} from './areas/mutations.ts'
import {patches} from './areas/patches.ts'
import {platform} from './areas/platform.ts'
import {queries} from './areas/queries.ts'
import {realtimeAndHistory} from './areas/realtimeAndHistory.ts'
import {references} from './areas/references.ts'
import type {Area} from './Feature.ts'

/** The tables of CONFORMANCE.md, in their order. */
export const AREAS: Area[] = [
  queries,
  mutations,
  patches,
  references,
  actions,
  errors,
  realtimeAndHistory,
  assets,
  platform,
  groqSyntax,
  groqTraversals,
  groqOperators,
  groqGlobalFunctions,
  groqNamespaces,
  groqPipeFunctions,
]
