import type {DocumentActionComponent, DocumentActionsContext} from 'sanity'
import {guardPublish} from './guardPublish.tsx'
import {limitActions} from './limitActions.ts'

/** What can be done with a document: less than the Studio offers where it is fixed, and publishing only what is sound. */
export function documentActions(
  actions: DocumentActionComponent[],
  context: DocumentActionsContext,
): DocumentActionComponent[] {
  return limitActions(actions, context).map((action) => (action.action === 'publish' ? guardPublish(action) : action))
}
