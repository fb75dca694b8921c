import type {Schema} from 'sanity'
import {hasText} from '../../sanity/hasText.ts'
import type {ContentDocument} from '../../sanity/health/contentDocuments.ts'
import {isLocaleObject} from '../../sanity/presentContent.ts'
import {typeAt} from '../health/describePath.ts'
import {changesBetween, type Path, pathText, valueIn} from '../undo/changes.ts'

/**
 * Lists the fields that publishing a draft would change, in the order of the form's data: running text and pictures as a
 * whole. Empty without a published document, where all is new.
 *
 * @example changedFields(schema, published, draft) // ['title.en', 'blocks[_key=="a"].heading.zh']
 */
export function changedFields(schema: Schema, published: ContentDocument | null, draft: ContentDocument): string[] {
  if (!published) return []
  const paths = changesBetween(published, draft).map((change) =>
    change.kind === 'insert' ? [...change.path, {_key: change.item._key}] : change.path,
  )
  return [...new Set(paths.map((path) => pathText(withLanguage(schema, draft, outermost(schema, draft, path)))))]
}

/** The path of a text that was added in both languages goes on to one that is written. */
function withLanguage(schema: Schema, draft: ContentDocument, path: Path): Path {
  if (!isLocaleObject({_type: typeAt(schema, draft, pathText(path))?.name})) return path
  return [...path, hasText(valueIn(draft, [...path, 'zh'])) ? 'zh' : 'en']
}

/** The part of a path that leads to a field of its own in the form. */
function outermost(schema: Schema, draft: ContentDocument, path: Path): Path {
  const end = path.findIndex((segment, index) => {
    const type = typeAt(schema, draft, pathText(path.slice(0, index + 1)))
    return !type || type.name === 'block' || segment === 'asset' || (typeof segment === 'string' && segment[0] === '_')
  })
  return end < 1 ? path : path.slice(0, end)
}
