import {isRecord} from '../json.ts'
import type {JsonObject, JsonValue, LakeDocument} from '../types.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** Index of references, for deletes and `references()`. */
export class ReferenceIndex {
  readonly #sources = new Map<string, Set<string>>()

  /** Ids of documents that reference this one, weakly or into other datasets, too. */
  referencing(id: string): ReadonlySet<string> {
    return this.#sources.get(id) ?? NOBODY
  }

  update(before: LakeDocument | undefined, after: LakeDocument | null): void {
    if (before) {
      for (const target of referencesIn(before)) {
        const sources = this.#sources.get(target)
        sources?.delete(before._id)
        if (sources?.size === 0) this.#sources.delete(target)
      }
    }
    if (!after) return
    for (const target of referencesIn(after)) {
      const sources = this.#sources.get(target) ?? new Set<string>()
      this.#sources.set(target, sources.add(after._id))
    }
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
  if (isRecord(value) && typeof value._ref === 'string' && isMeant(value, value._ref)) found.add(value._ref)
  for (const item of Object.values(value)) referencesIn(item, isMeant, found)
  return found
}
