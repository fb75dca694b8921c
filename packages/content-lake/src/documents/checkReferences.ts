import type {DocumentStore} from '../store/DocumentStore.ts'
import {Refusal} from './Refusal.ts'
import {strongReferences} from './references.ts'
import type {Workspace, WorkspaceChange} from './Workspace.ts'

/**
 * Refuses a transaction that would leave a strong reference without its document, as hosted Sanity does. Drafts count
 * like any document. What one transaction creates and references together is fine in any order.
 */
export function checkReferences(workspace: Workspace, store: DocumentStore): void {
  for (const change of workspace.changes) {
    workspace.step = change.step
    requireTargets(change, workspace)
    if (change.before && !change.after) requireNoReferences(change.id, workspace, store)
  }
}

function requireTargets({id, before, after}: WorkspaceChange, workspace: Workspace): void {
  if (!after) return
  const known = before ? strongReferences(before) : new Set<string>()
  for (const target of strongReferences(after)) {
    if (known.has(target) || workspace.see(target)) continue
    const description = `Document "${id}" references non-existent document "${target}"`
    throw new Refusal(409, 'documentReferenceDoesNotExistError', description, {id, referenceID: target})
  }
}

function requireNoReferences(id: string, workspace: Workspace, store: DocumentStore): void {
  const referencingIDs = Array.from(store.referencing(id)).filter((source) => {
    if (source === id) return false
    const document = workspace.get(source)
    return document !== null && strongReferences(document).has(id)
  })
  if (referencingIDs.length === 0) return
  const known = referencingIDs.filter((source) => workspace.see(source)).sort()
  const from = known[0] === undefined ? '' : ` from "${known[0]}"`
  const description = `Document "${id}" cannot be deleted as there are references to it${from}`
  throw new Refusal(409, 'documentHasExistingReferencesError', description, {id, referencingIDs: known})
}
