import type {DocumentActionComponent, DocumentActionsContext} from 'sanity'
import {duplicateElsewhere} from './duplicateElsewhere.ts'
import {guardPublish} from './guardPublish.tsx'
import {limitActions} from './limitActions.ts'

/** The types whose documents have a place among their kind. */
const placed: ReadonlySet<string> = new Set(['scenario', 'productModule'])

/** What can be done with a document: less than the Studio offers where it is fixed, and publishing only what is sound. */
export function documentActions(
  actions: DocumentActionComponent[],
  context: DocumentActionsContext,
): DocumentActionComponent[] {
  return limitActions(actions, context).map((action) => {
    if (action.action === 'publish') return guardPublish(action)
    return action.action === 'duplicate' && placed.has(context.schemaType) ? duplicateElsewhere(action) : action
  })
}
