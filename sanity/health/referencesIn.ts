import type {ContentDocument} from './ContentDocument.ts'
import {objectsIn} from './objectsIn.ts'

interface FoundReference {
  path: string
  id: string
}

/** Every reference of a document, within text too, with the id that it points at. */
export function referencesIn(document: unknown): FoundReference[] {
  return objectsIn(document).flatMap(({path, value}) =>
    typeof value._ref === 'string' ? [{path, id: value._ref}] : [],
  )
}

/** The references of a document to documents that are not there. */
export function brokenReferences(document: ContentDocument, ids: ReadonlySet<string>): FoundReference[] {
  return referencesIn(document).filter(({id}) => !ids.has(id))
}
