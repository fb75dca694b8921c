import {draftCookie} from '../../lib/constants.ts'

const names = [draftCookie, 'sanity-preview-perspective', 'sanity-preview-variant', 'sanity-preview-partitioned']

/**
 * Ends draft mode. Inside a frame of another site its cookies were set as partitioned ones, which are other cookies of
 * the same names: each is expired in both forms.
 */
export function expiredDraftCookies(): string[] {
  return names.flatMap((name) => {
    const expired = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=None`
    return [expired, `${expired}; Partitioned`]
  })
}
