import type {DocumentAction} from '../../types.ts'
import {Refusal} from '../Refusal.ts'
import type {Workspace} from '../Workspace.ts'
import * as actions from './documentActions.ts'

const PREFIX = 'sanity.action.document.'

const byName = new Map([
  ['create', actions.createDocument],
  ['edit', actions.editDocument],
  ['publish', actions.publishDocument],
  ['unpublish', actions.unpublishDocument],
  ['discard', actions.discardVersion],
  ['delete', actions.deleteDocument],
  ['replaceDraft', actions.replaceDraft],
  ['version.create', actions.createVersion],
  ['version.discard', actions.discardVersion],
  ['version.replace', actions.replaceVersion],
  ['version.unpublish', actions.unpublishVersion],
])

/** Applies one action to what the actions before it have left. Throws Refusal. */
export function applyAction(workspace: Workspace, action: DocumentAction): void {
  const {actionType} = action
  const apply = actionType.startsWith(PREFIX) ? byName.get(actionType.slice(PREFIX.length)) : undefined
  if (!apply) throw new Refusal(400, 'unsupportedActionError', `The lake does not know the action "${actionType}"`)
  apply(workspace, action)
}
