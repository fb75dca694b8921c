import type {LakeDocument} from '../types.ts'
import {documentText, TEXT_PROPERTY} from './textSearch.ts'

const ASSET_TYPES = new Set(['sanity.imageAsset', 'sanity.fileAsset'])
/** As the lake makes them: images or files, project, dataset, file name. */
const ASSET_PATH = /^(images|files)\/[\w-]+\/[\w-]+\/[0-9a-f]{40}(-\d+x\d+)?\.[a-z0-9]+$/

interface Presentation {
  /** The id that the query sees, when it is not the document's own. */
  publishedId?: string
  /** Where the lake is reached now: an asset's stored address may date from another port. */
  baseUrl: string
}

/** The document as queries see it: under the right id, with its text at hand for searches. */
export function presentDocument(stored: LakeDocument, {publishedId, baseUrl}: Presentation): LakeDocument {
  const document = {...stored}
  if (publishedId !== undefined) {
    document._id = publishedId
    document._originalId = stored._id
  }
  if (ASSET_TYPES.has(stored._type)) {
    if (typeof stored.path === 'string' && ASSET_PATH.test(stored.path)) document.url = `${baseUrl}/${stored.path}`
    // An asset that was not uploaded here may name any address: only one of the web becomes a link in a Studio.
    else if (typeof stored.url !== 'string' || !/^https?:\/\//i.test(stored.url)) delete document.url
  }
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
