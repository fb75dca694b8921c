import {type ContentDocument, isDraftId, publishedId} from './ContentDocument.ts'

/** Neither a draft nor Sanity's own: what the site is made of. Assets count, since images refer to them. */
function isContent({_id, _type}: ContentDocument): boolean {
  return !_id.includes('.') && !_type.startsWith('system.')
}

/** The documents as visitors get them. */
export function publishedOnly(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.filter(isContent)
}

/** The documents as visitors would get them if every draft were published. */
export function withDrafts(documents: readonly ContentDocument[]): ContentDocument[] {
  const merged = new Map(publishedOnly(documents).map((document) => [document._id, document]))
  for (const draft of documents.filter(({_id}) => isDraftId(_id))) {
    merged.set(publishedId(draft._id), {...draft, _id: publishedId(draft._id)})
  }
  return [...merged.values()]
}
