import type {JsonValue, LakeDocument} from '../types.ts'

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
      for (const target of allReferences(before)) {
        const sources = this.#sources.get(target)
        sources?.delete(before._id)
        if (sources?.size === 0) this.#sources.delete(target)
      }
    }
    if (!after) return
    for (const target of allReferences(after)) {
      const sources = this.#sources.get(target) ?? new Set<string>()
      this.#sources.set(target, sources.add(after._id))
    }
  }
}

/**
 * Ids that a value references strongly, which a commit may not leave dangling. Weak references are exempt (the Studio
 * makes references to unpublished documents weak), and so are those into other datasets, which cannot be checked.
 */
export function strongReferences(value: JsonValue | undefined, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) strongReferences(item, found)
  } else if (typeof value === 'object' && value !== null) {
    const {_ref, _weak, _projectId, _dataset} = value
    if (typeof _ref === 'string' && _weak !== true && !_projectId && !_dataset && !_ref.includes(':')) found.add(_ref)
    for (const item of Object.values(value)) strongReferences(item, found)
  }
  return found
}

/** All ids that a value references. */
function allReferences(value: JsonValue | undefined, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) allReferences(item, found)
  } else if (typeof value === 'object' && value !== null) {
    if (typeof value._ref === 'string') found.add(value._ref)
    for (const item of Object.values(value)) allReferences(item, found)
  }
  return found
}
