/** A document as the content lake keeps it, of whatever type and however complete. */
export interface ContentDocument {
  _id: string
  _type: string
  [field: string]: unknown
}

/** The id under which a document is published: that of a draft without its prefix. */
export function publishedId(id: string): string {
  return id.replace(/^drafts\./, '')
}

/** Is this the id of a draft? */
export function isDraftId(id: string): boolean {
  return id.startsWith('drafts.')
}
