import {BufferedDocument, Mutation} from '@sanity/mutator'

/**
 * Mends what Sanity's document store does with edits of a draft that somebody else has discarded or published meanwhile. The
 * content lake makes a new draft of the next edit that it receives, from what is published then.
 *
 * - A patch without a document changes nothing here. It would throw, and an error would take the place of the Studio and of
 *   what is being typed.
 * - A draft that the lake has made is shown as it made it. The form would stay without it, so that the next letter would
 *   overwrite it, or with the fields that were published before.
 */
export function mendLatePatches(): void {
  const {apply} = Mutation.prototype
  Mutation.prototype.apply = function applyToPresent(document) {
    return document === null && !this.appliesToMissingDocument() ? null : apply.call(this, document)
  }
  const {arrive} = BufferedDocument.prototype
  BufferedDocument.prototype.arrive = function arriveAndShow(mutation) {
    const wasMissing = this.document.HEAD === null
    arrive.call(this, mutation)
    const {HEAD, EDGE, submitted, pending} = this.document
    if (!wasMissing || HEAD === null) return
    // Without need it would disturb whoever types the first letters of a draft.
    if (contentOf(EDGE) !== contentOf(Mutation.applyAll(HEAD, [...submitted, ...pending]))) this.document.rebase([])
  }
}

function contentOf(document: Record<string, unknown> | null): string {
  const {_rev, _createdAt, _updatedAt, ...content} = document ?? {}
  return JSON.stringify(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)))
}
