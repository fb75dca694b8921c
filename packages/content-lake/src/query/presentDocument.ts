import type {LakeDocument} from '../types.ts'
import {documentText, TEXT_PROPERTY} from './textSearch.ts'

const ASSET_TYPES = new Set(['sanity.imageAsset', 'sanity.fileAsset'])
/** Asset paths made by a lake: images or files, project, dataset, file name. */
const ASSET_PATH = /^(images|files)\/[\w-]+\/[\w-]+\/[0-9a-f]{40}(-\d+x\d+)?\.[a-z0-9]+$/

/** The property with the id of the stored document; queries cannot name it. A stored `_originalId` may say anything. */
const STORED_ID = '\0id'

/** The id under which a presented document is stored. */
export const storedIdOf = ({_id, [STORED_ID]: storedId}: LakeDocument): string =>
  typeof storedId === 'string' ? storedId : _id

/**
 * The document as queries read it: with the presented id, if it is not the document's own, the lake's current URL in asset
 * URLs, as stored ones may have another port, and its text for searches.
 */
export function presentDocument(
  stored: LakeDocument,
  {publishedId, baseUrl}: {publishedId?: string; baseUrl: string},
): LakeDocument {
  const document = {...stored}
  if (publishedId !== undefined) {
    document._id = publishedId
    document._originalId = stored._id
  }
  if (ASSET_TYPES.has(stored._type)) {
    if (typeof stored.path === 'string' && ASSET_PATH.test(stored.path)) document.url = `${baseUrl}/${stored.path}`
    // The asset may come from elsewhere: only web URLs become links in a Studio.
    else if (typeof stored.url !== 'string' || !/^https?:\/\//i.test(stored.url)) delete document.url
  }
  Object.defineProperty(document, STORED_ID, {enumerable: false, value: stored._id})
  let text: string | undefined
  Object.defineProperty(document, TEXT_PROPERTY, {
    enumerable: false,
    get: () => {
      text ??= documentText(stored)
      return text
    },
  })
  return document
}
