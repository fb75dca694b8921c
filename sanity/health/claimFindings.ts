import type {ContentDocument} from './ContentDocument.ts'
import {isExpired, unprovenFields} from './claimState.ts'
import type {Finding} from './Finding.ts'
import {referencesIn} from './referencesIn.ts'
import {sentenceProblems} from './sentenceProblems.ts'
import {strayTokens, typedClaims} from './typedClaims.ts'
import type {World} from './World.ts'

/** Findings on a claim's evidence and sentences, and on the claims that a document quotes or repeats by hand. */
export function claimFindings(document: ContentDocument, world: World): Finding[] {
  const own = document._type === 'claim' ? [...evidenceOf(document, world), ...sentencesOf(document)] : []
  return [...own, ...quotedBy(document, world), ...repeatedBy(document, world), ...misplacedIn(document)]
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

function sentencesOf(claim: ContentDocument): Finding[] {
  const document = {id: claim._id, type: claim._type}
  return sentenceProblems(claim).map(({kind, severity, path, detail}) => ({
    ...{check: kind, severity, document, path, detail},
  }))
}

function repeatedBy(document: ContentDocument, {claims}: World): Finding[] {
  if (document._type === 'claim') return []
  return typedClaims(document, claims).map(({path, words, claim, isEqual}) => ({
    ...{check: isEqual ? 'typedClaim' : 'contradictsClaim', severity: 'warning', path, detail: `${claim} ${words}`},
    document: {id: document._id, type: document._type},
  }))
}

function misplacedIn(document: ContentDocument): Finding[] {
  return strayTokens(document).map(({path, token}) => ({
    ...{check: 'strayToken', severity: 'error', path, detail: token},
    document: {id: document._id, type: document._type},
  }))
}

function quotedBy(document: ContentDocument, {expiredClaims}: World): Finding[] {
  return referencesIn(document)
    .filter(({id}) => expiredClaims.has(id))
    .map(({path, id}) => ({
      ...{check: 'quotesExpiredClaim', severity: 'warning', path, detail: id},
      document: {id: document._id, type: document._type},
    }))
}
