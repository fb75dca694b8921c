import {BufferedDocument, Mutation} from '@sanity/mutator'

/**
 * Mends what Sanity's document store does with edits of a draft that somebody else has discarded or published meanwhile. The
 * content lake makes a new draft of the next edit that it receives, from what is published then.
 *
 * - A patch without a document changes nothing here. It would throw, and an error would take the place of the Studio and of
 *   what is being typed.
 * - A draft that the lake has made is shown as it made it. The form would stay without it, so that the next letter would
 *   overwrite it, or with the fields that were published before.
 * - Edits that are not sent yet when somebody publishes the draft begin the next one: they would be dropped with the draft. Those
 *   that are on their way stay in the form: without them the next letter would be put into the text of before.
 */
export function mendLatePatches(): void {
  const {apply} = Mutation.prototype
  Mutation.prototype.apply = function applyToPresent(document) {
    return document === null && !this.appliesToMissingDocument() ? null : apply.call(this, document)
  }
  const {arrive} = BufferedDocument.prototype
  let publication: string | undefined
  BufferedDocument.prototype.arrive = function arriveAndShow(mutation) {
    const {HEAD: before, EDGE: edge, submitted: acknowledged, pending: inFlight} = this.document
    const isAwaited = acknowledged.length + inFlight.length > 0
    if (isPublication(mutation)) publication = mutation.transactionId
    const isPublished = before !== null && mutation.transactionId === publication && mutation.mutations.some(isDeletion)
    const unsent = isPublished && edge ? unsentEdits(this) : []
    arrive.call(this, mutation)
    if (isPublished && edge && (isAwaited || unsent.length > 0)) {
      const {_rev, ...draft} = edge
      // The unsent edits were taken out, and are applied once more.
      this.LOCAL = this.document.EDGE
      this.add(new Mutation({mutations: [{createIfNotExists: draft}, ...unsent]}))
      void this.commit()
    }
    const {HEAD, EDGE, submitted, pending} = this.document
    if (before !== null || HEAD === null) return
    // Without need it would disturb whoever types the first letters of a draft.
    if (contentOf(EDGE) !== contentOf(Mutation.applyAll(HEAD, [...submitted, ...pending]))) this.document.rebase([])
  }
}

type Operation = Mutation['mutations'][number]

/** A published document that is replaced or begins: of the same transaction's events that of the draft comes after it. */
const isPublication = ({mutations}: Mutation): boolean =>
  mutations.some(({create, createOrReplace}: Operation) => {
    const id: unknown = (createOrReplace ?? create)?._id
    return typeof id === 'string' && !id.includes('.')
  })

const isDeletion = (operation: Operation): boolean => operation.delete !== undefined

/** Takes the edits out of a document that no request has been made of yet, the oldest first. */
function unsentEdits(document: BufferedDocument): Operation[] {
  // Its type keeps them private.
  const queued: unknown = Reflect.get(document, 'commits')
  Reflect.set(document, 'commits', [])
  const commits = Array.isArray(queued) ? queued.flatMap((commit: {mutations: Mutation[]}) => commit.mutations) : []
  const buffered = document.buffer.purge(crypto.randomUUID())
  return [...commits, ...(buffered ? [buffered] : [])].flatMap(({mutations}) => mutations)
}

function contentOf(document: Record<string, unknown> | null): string {
  const {_rev, _createdAt, _updatedAt, ...content} = document ?? {}
  return JSON.stringify(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)))
}
