import {content} from './contentClient.ts'

/** Discards a document's draft, if there is one. */
export async function discardDraft(documentId: string): Promise<void> {
  const draftId = `drafts.${documentId}`
  if ((await content.getDocument(draftId)) === undefined) return
  await content.action({actionType: 'sanity.action.document.discard', draftId})
}
