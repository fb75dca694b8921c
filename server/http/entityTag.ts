import {createHash} from 'node:crypto'

/** ETag of a body, by content: equal on every instance and in every build. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether `If-None-Match` matches a tag. Compares weakly: a proxy that compresses weakens our tags. */
export function namesTag(ifNoneMatch: string | null, tag: string | null): boolean {
  if (!ifNoneMatch || !tag) return false
  const bare = (text: string) => text.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => candidate.trim() === '*' || bare(candidate) === bare(tag))
}
