import {allReferences} from '../documents/references.ts'
import type {LakeDocument} from '../types.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** Who references whom, so that neither a delete nor `references()` need search all documents. */
export class ReferenceIndex {
  readonly #sources = new Map<string, Set<string>>()

  /** The ids of the documents with a reference to this one, weak ones and those to other datasets included. */
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
