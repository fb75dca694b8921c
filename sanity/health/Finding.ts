import type {SentenceProblem} from './claims.ts'
import type {Collision} from './collisions.ts'

/** What a check found in the content. The words for it are in `findingWords.ts`. */
export interface Finding {
  check: CheckName
  /** Visitors see something wrong, or soon will; or something is not yet as it should be. */
  severity: Severity
  /** Under its published id. Absent where it is about the dataset as a whole. */
  document?: {id: string; type: string}
  /** Where in the document, as the Studio writes paths. */
  path?: string
  /** What it is about: the target of a link, a block's name, a date. */
  detail?: string
}

export type Severity = 'error' | 'warning'

export type CheckName =
  | 'brokenReference'
  | 'rejectedBlock'
  | 'missingBlock'
  | 'missingPage'
  | 'strayPage'
  | 'unknownMiddleware'
  | 'missingChinese'
  | 'missingEnglish'
  | 'missingAlternative'
  | 'placeholder'
  | 'claimUnproven'
  | 'claimExpired'
  | 'claimReviewDue'
  | 'quotesExpiredClaim'
  | SentenceProblem['kind']
  | Collision['kind']
  | 'typedClaim'
  | 'strayToken'
  | 'contradictsClaim'
  | 'unknownRoute'
  | 'hiddenRoute'
  | 'malformedLink'
  | 'attributes'
