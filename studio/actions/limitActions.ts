import {type DocumentActionComponent, type DocumentActionsContext, getPublishedId} from 'sanity'
import {isFixedDocument, isFixedType} from '../../sanity/fixedDocuments.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'

const addsDocument = new Set<string | undefined>(['duplicate'])
const removesDocument = new Set<string | undefined>(['delete', 'unpublish', 'unpublishVersion'])

/** Whether somebody writes drafts that others publish. */
export function mayOnlyDraft(user: DocumentActionsContext['currentUser']): boolean {
  return !hasAbility(user, 'publish') && (user?.roles.some(({name}) => name === 'contributor') ?? false)
}

/**
 * Removes actions that would add or remove a fixed document, and the one that sets a time for publishing where somebody may
 * not publish. A stray document of a fixed type, left by an import, can still be removed.
 */
export function limitActions(
  actions: DocumentActionComponent[],
  {schemaType, documentId, currentUser}: Pick<DocumentActionsContext, 'schemaType' | 'documentId' | 'currentUser'>,
): DocumentActionComponent[] {
  const allowed = mayOnlyDraft(currentUser) ? actions.filter(({action}) => action !== 'schedule') : actions
  if (!isFixedType(schemaType)) return allowed
  const isFixed = documentId === undefined || isFixedDocument(schemaType, getPublishedId(documentId))
  return allowed.filter(({action}) => !addsDocument.has(action) && !(isFixed && removesDocument.has(action)))
}
