import {type CurrentUser, resolveConditionalProperty, type SanityDocument, type Schema} from 'sanity'
import {typeAt} from '../health/describePath.ts'
import {type Path, pathText, valueIn} from './changes.ts'

/** Whether no field on the way to a place is read-only for this person. */
export function canEditAt(
  schema: Schema,
  currentUser: Omit<CurrentUser, 'role'> | null,
  document: SanityDocument,
  path: Path,
): boolean {
  return [...path.keys(), path.length].every((depth) => {
    const [here, above] = [path.slice(0, depth), path.slice(0, Math.max(0, depth - 1))]
    const type = depth > 0 ? typeAt(schema, document, pathText(here)) : schema.get(document._type)
    if (!type?.readOnly) return true
    const context = {document, currentUser, parent: valueIn(document, above), value: valueIn(document, here)}
    return !resolveConditionalProperty(type.readOnly, {...context, path: [...here]})
  })
}
