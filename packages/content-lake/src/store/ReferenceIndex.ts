import {Postings} from '../indexes/Postings.ts'
import {isJsonObject} from '../json.ts'
import type {JsonObject, JsonValue, LakeDocument} from '../types.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Index of references, for deletes and `references()`. */
export class ReferenceIndex {
  readonly #sources = new Postings()

  /** Ids of documents that reference this one, weakly or into other datasets, too. */
  referencing(id: string): readonly string[] {
    return this.#sources.get(id)
  }

  update(id: string, before: LakeDocument | undefined, after: LakeDocument | null): void {
    const old = before ? referencesIn(before) : NOTHING
    this.#sources.update(old, after ? referencesIn(after) : NOTHING, id)
  }
}

/**
 * Ids that a value references strongly, which a commit may not leave dangling. Weak references are exempt (the Studio
 * makes references to unpublished documents weak), and so are those into other datasets, which cannot be checked.
 */
export function strongReferences(value: JsonValue): Set<string> {
  return referencesIn(value, ({_weak, _projectId, _dataset}, id) => {
    return _weak !== true && !_projectId && !_dataset && !id.includes(':')
  })
}

/** Ids that a value references at any depth, of those references that are meant. */
function referencesIn(
  value: JsonValue,
  isMeant: (reference: JsonObject, id: string) => boolean = () => true,
  found = new Set<string>(),
): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  if (isJsonObject(value) && typeof value._ref === 'string' && isMeant(value, value._ref)) found.add(value._ref)
  for (const item of Object.values(value)) referencesIn(item, isMeant, found)
  return found
}
