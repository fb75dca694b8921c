import {createClient} from '@sanity/client'
import {testProduct} from './testProduct.ts'

/** Client with the permissions of a marketer's Studio: drafts and writing. */
export const content = createClient({
  projectId: 'local',
  dataset: 'production',
  apiHost: testProduct.studioUrl,
  useProjectHostname: false,
  apiVersion: '2025-02-19',
  token: testProduct.writeToken,
  useCdn: false,
  perspective: 'raw',
})

/** Edits a published document as the Studio does: creates a draft with the changes and publishes it. */
export async function publishEdit(
  documentId: string,
  set: Record<string, unknown>,
  unset: string[] = [],
): Promise<void> {
  const draftId = `drafts.${documentId}`
  await content.action([
    {actionType: 'sanity.action.document.edit', draftId, publishedId: documentId, patch: {set, unset}},
    {actionType: 'sanity.action.document.publish', draftId, publishedId: documentId},
  ])
}
