import {BufferedDocument, Mutation} from '@sanity/mutator'

/**
 * Mends what Sanity's document store does with edits of a draft that somebody else has just discarded or published. Its copy
 * of the draft has ended, and the content lake makes a new draft of the next edit that it receives.
 *
 * - A patch without a document changes nothing here. It would throw, and an error would take the place of the Studio and of
 *   what is being typed.
 * - A draft that comes back by an edit which was on its way is shown. The form would stay without it, and the next letter
 *   would overwrite it.
 */
export function mendLatePatches(): void {
  const {apply} = Mutation.prototype
  Mutation.prototype.apply = function applyToPresent(document) {
    return document === null && !this.appliesToMissingDocument() ? null : apply.call(this, document)
  }
  const {arrive} = BufferedDocument.prototype
  BufferedDocument.prototype.arrive = function arriveAndShow(mutation) {
    arrive.call(this, mutation)
    if (this.document.EDGE === null && this.document.HEAD !== null) this.document.rebase([])
  }
}
