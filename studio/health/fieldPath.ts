import type {Schema} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {hasText} from '../../sanity/hasText.ts'
import {isLocaleObject} from '../../sanity/presentContent.ts'
import {typeAt} from './describePath.ts'
import {valueAt} from './valueAt.ts'

/**
 * Returns the path of a field that can hold the caret: for a text in both languages, the field of the language to write,
 * which is the English once there is Chinese.
 *
 * @example fieldPath(schema, page, 'title') // 'title.en'
 */
export function fieldPath(schema: Schema, document: {_type: string}, path: string): string {
  if (!isLocaleObject({_type: typeAt(schema, document, path)?.name})) return path
  const text = valueAt(document, path)
  return `${path}.${isObject(text) && hasText(text.zh) ? 'en' : 'zh'}`
}
