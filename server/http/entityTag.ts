import {createHash} from 'node:crypto'

/** The ETag of a body: the same bytes have the same tag, on every instance and in every build. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Does a request's `If-None-Match` name this tag? Weak tags count: a proxy that compresses makes them of ours. */
export function namesTag(ifNoneMatch: string | null, tag: string | null): boolean {
  if (!ifNoneMatch || !tag) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => candidate.trim() === '*' || bare(candidate) === bare(tag))
}
