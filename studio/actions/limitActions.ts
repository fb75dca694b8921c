import type {DocumentActionComponent, DocumentActionsContext} from 'sanity'
import {isFixedDocument, isFixedType} from '../../sanity/schema/support/pageFields.ts'

const addsDocument = new Set<string | undefined>(['duplicate'])
const removesDocument = new Set<string | undefined>(['delete', 'unpublish', 'unpublishVersion'])

/**
 * Removes actions that would add or remove a fixed document. A stray document of a fixed type, left by an import, can
 * still be removed.
 */
export function limitActions(
  actions: DocumentActionComponent[],
  {schemaType, documentId}: Pick<DocumentActionsContext, 'schemaType' | 'documentId'>,
): DocumentActionComponent[] {
  if (!isFixedType(schemaType)) return actions
  const isFixed = documentId === undefined || isFixedDocument(schemaType, documentId)
  return actions.filter(({action}) => !addsDocument.has(action) && !(isFixed && removesDocument.has(action)))
}
