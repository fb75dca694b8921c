import {type ContentDocument, isObject, objectsIn, publishedId} from '../../../sanity/health/documents.ts'
import {hasText} from '../../../sanity/health/languages.ts'

/** An uploaded picture with its uses. */
export interface MediaUse {
  asset: ContentDocument
  /** Documents that use it, with their published ids. */
  users: {id: string; type: string}[]
  /** At least one use has no alternative text. */
  lacksAlternative: boolean
}

/** Returns all uploaded pictures, newest first. */
export function mediaUse(documents: readonly ContentDocument[]): MediaUse[] {
  const uses = documents.flatMap((document) =>
    objectsIn(document).flatMap(({value}) => {
      const asset = isObject(value.asset) ? value.asset._ref : undefined
      return typeof asset === 'string' ? [{asset, document, hasAlternative: hasAlternative(value.alt)}] : []
    }),
  )
  return documents
    .filter(({_type}) => _type === 'sanity.imageAsset')
    .toSorted((a, b) => String(b._createdAt).localeCompare(String(a._createdAt)))
    .map((asset) => {
      const used = uses.filter((use) => use.asset === asset._id)
      const users = new Map(used.map(({document}) => [publishedId(document._id), document._type]))
      return {
        asset,
        users: [...users].map(([id, type]) => ({id, type})),
        lacksAlternative: used.some((use) => !use.hasAlternative),
      }
    })
}

function hasAlternative(text: unknown): boolean {
  return isObject(text) && hasText(text.zh)
}
