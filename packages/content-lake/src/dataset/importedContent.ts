import {createHash} from 'node:crypto'
import {isJsonObject} from '../json.ts'
import type {JsonObject, JsonValue} from '../types.ts'

/** The `_sanityAsset` values of a document, such as `image@file://./images/a.png`. */
export function* assetUrisIn(value: JsonValue | undefined): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* assetUrisIn(item)
  } else if (isJsonObject(value)) {
    for (const [name, child] of Object.entries(value)) {
      if (name === '_sanityAsset') yield String(child)
      else yield* assetUrisIn(child)
    }
  }
}

interface ContentOptions {
  /** The asset document's id for each `_sanityAsset` value. */
  assetIds: ReadonlyMap<string, string>
  /** Where in which document the value stands: what made-up keys are derived from. */
  path: string
}

/** The same on every import, so that importing twice changes nothing. */
const keyFor = (path: string) => createHash('sha1').update(path).digest('hex').slice(0, 12)

function objectContent(value: JsonObject, {assetIds, path}: ContentOptions): JsonObject {
  const {_sanityAsset, ...fields} = value
  const content: JsonObject = {}
  for (const [name, child] of Object.entries(fields)) {
    content[name] = importedContent(child, {assetIds, path: `${path}.${name}`})
  }
  if (typeof content._ref === 'string' && content._type === undefined) content._type = 'reference'
  if (typeof _sanityAsset !== 'string') return content
  const assetId = assetIds.get(_sanityAsset)
  if (!assetId) throw new Error(`${path}: the asset "${_sanityAsset}" is unknown.`)
  const _type = assetId.startsWith('image-') ? 'image' : 'file'
  return {_type, ...content, asset: {_type: 'reference', _ref: assetId}}
}

/**
 * What of an imported document is stored: assets become references, and what editing needs but an author may leave out
 * is added, as hosted Sanity's import does: the type of references, the keys of objects in arrays.
 */
export function importedContent(value: JsonValue, options: ContentOptions): JsonValue {
  if (isJsonObject(value)) return objectContent(value, options)
  if (!Array.isArray(value)) return value
  return value.map((item, index) => {
    const path = `${options.path}[${index}]`
    const content = importedContent(item, {...options, path})
    return isJsonObject(content) && content._key === undefined ? {_key: keyFor(path), ...content} : content
  })
}
