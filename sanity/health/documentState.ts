import {type ClaimState, claimState, isExpired, placeholdersLeft} from './claims.ts'
import type {ContentDocument} from './documents.ts'
import {missingEnglish} from './languages.ts'

/** What lists show beside a document. */
export interface DocumentState {
  /** How many texts have no English. */
  missingEnglish: number
  /** How many texts still hold a placeholder. */
  placeholders: number
  /** Of claims only. An expired one is expired, whether it was ever proven or not. */
  claim?: ClaimState
}

/** The state of one draft or published document on a day (`todayIn(new Date())`). */
export function documentState(document: ContentDocument, today: string): DocumentState {
  const state = {missingEnglish: missingEnglish(document).length, placeholders: placeholdersLeft(document).length}
  if (document._type !== 'claim') return state
  return {...state, claim: isExpired(document, today) ? 'expired' : claimState(document, today)}
}
