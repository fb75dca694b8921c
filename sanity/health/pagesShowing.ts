import type {ContentDocument} from './ContentDocument.ts'
import {objectsIn} from './objectsIn.ts'
import {referencesIn} from './referencesIn.ts'

/**
 * The pages that show a document: itself, in a block or within text, through another document that refers to it, or, for
 * a module, in the map of its product's modules.
 */
export function pagesShowing<Document extends ContentDocument>(id: string, documents: readonly Document[]): Document[] {
  const reached = new Set([id])
  const product = productOf(documents.find(({_id}) => _id === id))
  // Each round adds what refers to what is reached; pages are where it ends.
  for (let before = 0; before !== reached.size; ) {
    before = reached.size
    for (const document of documents) {
      if (document._type !== 'page' && referencesIn(document).some((found) => reached.has(found.id))) {
        reached.add(document._id)
      }
    }
  }
  return documents.filter(
    (document) =>
      document._type === 'page' &&
      (document._id === id ||
        referencesIn(document).some((found) => reached.has(found.id)) ||
        (product !== undefined && mapsModulesOf(document, product))),
  )
}

function productOf(document: ContentDocument | undefined): string | undefined {
  if (document?._type !== 'productModule') return undefined
  return referencesIn(document.product)[0]?.id
}

function mapsModulesOf(page: ContentDocument, product: string): boolean {
  return objectsIn(page.blocks).some(
    ({value}) => value._type === 'moduleMap' && referencesIn(value.product)[0]?.id === product,
  )
}
