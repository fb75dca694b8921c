import {type ContentDocument, isObject, objectsIn, publishedId} from '../../../sanity/health/documents.ts'
import {hasText} from '../../../sanity/health/languages.ts'

/** An uploaded picture, with the documents that use it. */
export interface MediaUse {
  asset: ContentDocument
  /** Ids and types of the documents, by their published ids. */
  users: {id: string; type: string}[]
  /** Does any place that uses it lack the alternative text? */
  missesAlternative: boolean
}

/** All uploaded pictures, newest first. */
export function mediaUse(documents: readonly ContentDocument[]): MediaUse[] {
  const places = documents.flatMap((document) =>
    objectsIn(document).flatMap(({value}) => {
      const asset = isObject(value.asset) ? value.asset._ref : undefined
      return typeof asset === 'string' ? [{asset, document, told: isTold(value.alt)}] : []
    }),
  )
  return documents
    .filter(({_type}) => _type === 'sanity.imageAsset')
    .toSorted((a, b) => String(b._createdAt).localeCompare(String(a._createdAt)))
    .map((asset) => {
      const used = places.filter((place) => place.asset === asset._id)
      const users = new Map(used.map(({document}) => [publishedId(document._id), document._type]))
      return {
        asset,
        users: [...users].map(([id, type]) => ({id, type})),
        missesAlternative: used.some(({told}) => !told),
      }
    })
}

function isTold(text: unknown): boolean {
  return isObject(text) && hasText(text.zh)
}
