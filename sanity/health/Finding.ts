import type {FigureProblem} from '../claims/claimSentence.ts'
import type {SentenceProblem} from './claimSentences.ts'
import type {Duplicate} from './duplicates.ts'

/** A result of a check of the content. `findingMessage.ts` has its messages. */
export interface Finding {
  check: CheckName
  /** `error`: visitors see something wrong, or soon will. */
  severity: Severity
  /** With its published id. Absent if the finding is about the whole dataset. */
  document?: {id: string; type: string}
  /** Path in the document, in the Studio's notation. */
  path?: string
  /** Depends on the check: a link's target, a block's name, a date. */
  detail?: string
}

export type Severity = 'error' | 'warning'

export type CheckName =
  | 'brokenReference'
  | 'rejectedBlock'
  | 'rejectedScenario'
  | 'lostToPlaceholder'
  | 'missingBlock'
  | 'missingPage'
  | 'strayPage'
  | 'unknownMiddleware'
  | 'neededPage'
  | 'hidesPage'
  | 'missingChinese'
  | 'missingEnglish'
  | 'missingAlternative'
  | 'keptAlternative'
  | 'unfinishedUpload'
  | 'placeholder'
  | 'sampleText'
  | 'copyMark'
  | 'controlCharacter'
  | 'longText'
  | 'longList'
  | 'largeDocument'
  | 'missingFact'
  | 'unansweredTopic'
  | 'claimWithoutProof'
  | 'claimUnproven'
  | 'claimExpired'
  | 'claimReviewDue'
  | 'quotesExpiredClaim'
  | SentenceProblem['kind']
  | `${FigureProblem}Figure`
  | Duplicate['kind']
  | 'typedClaim'
  | 'strayToken'
  | 'contradictsClaim'
  | 'unknownRoute'
  | 'hiddenRoute'
  | 'unknownSection'
  | 'unknownStep'
  | 'movedStep'
  | 'malformedLink'
  | 'attributes'
