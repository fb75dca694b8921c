import {hasPlaceholder} from './placeholdersLeft.ts'

/** What is known of a claim's evidence. */
export interface ClaimEvidence {
  source?: unknown
  owner?: unknown
  reviewDate?: unknown
  expiryDate?: unknown
  [field: string]: unknown
}

export type ClaimState = 'proven' | 'reviewDue' | 'unproven' | 'expired'

/**
 * How well a claim is proven on a day (`2027-06-30`). Without a source and an owner it is not; a placeholder is neither.
 * It holds on the day of its expiry date, and no longer on the next.
 */
export function claimState(claim: ClaimEvidence, today: string): ClaimState {
  if (unprovenFields(claim).length > 0) return 'unproven'
  if (isBefore(claim.expiryDate, today)) return 'expired'
  return isBefore(claim.reviewDate, today) ? 'reviewDue' : 'proven'
}

/** Has a claim's expiry date passed, whatever else is missing? */
export function isExpired({expiryDate}: ClaimEvidence, today: string): boolean {
  return isBefore(expiryDate, today)
}

/** Which parts of its evidence a claim lacks. */
export function unprovenFields(claim: ClaimEvidence): ('source' | 'owner')[] {
  return (['source', 'owner'] as const).filter((field) => {
    const text = claim[field]
    return typeof text !== 'string' || text.trim() === '' || hasPlaceholder(text)
  })
}

function isBefore(date: unknown, today: string): boolean {
  return typeof date === 'string' && date !== '' && date < today
}
