import {content} from './content.ts'

/** Drops the draft of a document, if it has one, so that the next test begins with what is published. */
export async function discardDraft(documentId: string): Promise<void> {
  const draftId = `drafts.${documentId}`
  if ((await content.getDocument(draftId)) === undefined) return
  await content.action({actionType: 'sanity.action.document.discard', draftId})
}
