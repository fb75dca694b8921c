import {strongReferences} from '../documents/references.ts'
import type {LakeDocument} from '../types.ts'

/** Who references whom strongly, so that a delete need not search all documents. */
export class ReferenceIndex {
  readonly #sources = new Map<string, Set<string>>()

  /** The ids of the documents with a strong reference to this one. */
  referencing(id: string): ReadonlySet<string> {
    return this.#sources.get(id) ?? new Set()
  }

  update(before: LakeDocument | undefined, after: LakeDocument | null): void {
    if (before) {
      for (const target of strongReferences(before)) {
        const sources = this.#sources.get(target)
        sources?.delete(before._id)
        if (sources?.size === 0) this.#sources.delete(target)
      }
    }
    if (!after) return
    for (const target of strongReferences(after)) {
      const sources = this.#sources.get(target) ?? new Set<string>()
      this.#sources.set(target, sources.add(after._id))
    }
  }
}
