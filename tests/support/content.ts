import {createClient} from '@sanity/client'
import {testProduct} from './testProduct.ts'

/** A client that may read drafts and write, as a marketer's Studio may. */
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

/** Edits a published document the way the Studio does: a draft with the changes, then the publish action. */
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
