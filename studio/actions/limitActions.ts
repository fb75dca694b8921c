import type {DocumentActionComponent, DocumentActionsContext} from 'sanity'
import {isFixedDocument, isFixedType} from '../../sanity/schema/support/pageFields.ts'

const makesAnother = new Set<string | undefined>(['duplicate'])
const takesAway = new Set<string | undefined>(['delete', 'unpublish'])

/**
 * Withholds what would add or remove a fixed document. A stray document of such a type, which only an import can
 * have made, may still be removed.
 */
export function limitActions(
  actions: DocumentActionComponent[],
  {schemaType, documentId}: Pick<DocumentActionsContext, 'schemaType' | 'documentId'>,
): DocumentActionComponent[] {
  if (!isFixedType(schemaType)) return actions
  const stays = documentId === undefined || isFixedDocument(schemaType, documentId)
  return actions.filter(({action}) => !makesAnother.has(action) && !(stays && takesAway.has(action)))
}
