import type {ConditionalPropertyCallbackContext} from 'sanity'
import {isFixedDocument} from '../fixedDocuments.ts'

/** For the types whose documents are fixed: another one, reached by a hand-made link, cannot be filled in. */
export function readOnlyUnlessFixed({document}: Pick<ConditionalPropertyCallbackContext, 'document'>): boolean {
  return document !== undefined && !isFixedDocument(document._type, document._id)
}
