const VALID_ID = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/
const DRAFTS = 'drafts.'
const VERSIONS = 'versions.'

/**
 * Returns whether Sanity would accept the id: letters, digits, `.`, `_`, `-`, at most 128 of them; a draft's and a version's only
 * around the id of a document, as publishing them would write a release or a locked version.
 */
export const isValidId = (id: string): boolean =>
  isWellFormed(id) && (!isUnpublishedId(id) || isPlainId(publishedIdOf(id)))

/** Returns whether an earlier version of the lake took an id that is not valid any more; documents may have it still. */
export const isFormerId = (id: string): boolean => isWellFormed(id) && !isValidId(id)

/** Returns whether this lake, or an earlier version of it, takes the id. */
export const isWellFormed = (id: string): boolean => VALID_ID.test(id) && !id.includes('..') && !id.endsWith('.')
const isPlainId = (id: string): boolean => id !== '' && !isUnpublishedId(id) && !id.startsWith('_.')

export const isDraftId = (id: string): boolean => id.startsWith(DRAFTS)
export const isVersionId = (id: string): boolean => id.startsWith(VERSIONS)
export const isUnpublishedId = (id: string): boolean => isDraftId(id) || isVersionId(id)

/** Compares by id, for a sort. */
export const byId = (a: {_id: string}, b: {_id: string}): number => (a._id < b._id ? -1 : 1)

/** Ids without a dot are public; all others need read rights. */
export const isPublicId = (id: string): boolean => !id.includes('.')

/** `drafts.x` and `versions.release.x` → `x`. */
export function publishedIdOf(id: string): string {
  if (isDraftId(id)) return id.slice(DRAFTS.length)
  if (isVersionId(id)) return id.split('.').slice(2).join('.')
  return id
}

export const draftIdOf = (publishedId: string): string => `${DRAFTS}${publishedId}`
export const versionIdOf = (publishedId: string, release: string): string => `${VERSIONS}${release}.${publishedId}`

const RELEASES = '_.releases.'
export const isReleaseId = (id: string): boolean => id.startsWith(RELEASES)
export const releaseIdOf = (name: string): string => `${RELEASES}${name}`
/** The release of a version: `versions.release.x` → `release`. */
export const releaseOfVersion = (id: string): string | undefined => (isVersionId(id) ? id.split('.')[1] : undefined)
