import type {ContentDocument} from './ContentDocument.ts'
import {isExpired, unprovenFields} from './claimState.ts'
import type {Finding} from './Finding.ts'
import {referencesIn} from './referencesIn.ts'
import type {World} from './World.ts'

/** What is to be said of a claim's evidence, and of the claims that a document quotes. */
export function claimFindings(document: ContentDocument, world: World): Finding[] {
  return document._type === 'claim' ? evidenceOf(document, world) : quotedBy(document, world)
}

function evidenceOf(claim: ContentDocument, {today}: World): Finding[] {
  const document = {id: claim._id, type: claim._type}
  const {reviewDate, expiryDate} = claim
  const findings: Finding[] = unprovenFields(claim).map((field) => ({
    ...{check: 'claimUnproven', document, path: field, detail: field},
    // A placeholder is known to be missing and is counted; nothing at all has slipped through.
    severity: typeof claim[field] === 'string' && claim[field].trim() !== '' ? 'warning' : 'error',
  }))
  if (isExpired(claim, today)) {
    findings.push({check: 'claimExpired', severity: 'error', document, path: 'expiryDate', detail: String(expiryDate)})
  } else if (typeof reviewDate === 'string' && reviewDate < today) {
    findings.push({check: 'claimReviewDue', severity: 'warning', document, path: 'reviewDate', detail: reviewDate})
  }
  return findings
}

function quotedBy(document: ContentDocument, {expiredClaims}: World): Finding[] {
  return referencesIn(document)
    .filter(({id}) => expiredClaims.has(id))
    .map(({path, id}) => ({
      ...{check: 'quotesExpiredClaim', severity: 'warning', path, detail: id},
      document: {id: document._id, type: document._type},
    }))
}
