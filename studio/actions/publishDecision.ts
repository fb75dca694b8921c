import {pathToString, type ValidationMarker} from 'sanity'
import {type ContentDocument, publishedId} from '../../sanity/health/contentDocuments.ts'
import type {CheckName, Finding} from '../../sanity/health/Finding.ts'
import {findingMessage, namesOf} from '../../sanity/health/findingMessage.ts'
import type {Publishability} from '../../sanity/health/publishability.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {distinctMarkers} from '../health/distinctMarkers.ts'
import {isWithin} from '../health/isWithin.ts'

/** Something to read, and where to put it right. */
export interface PublishProblem {
  documentId: string
  documentType: string
  path: string
  sentence: string
}

export interface PublishDecision {
  verdict: 'publish' | 'ask' | 'refuse'
  refusals: PublishProblem[]
  /** Texts that English pages would show in Chinese. */
  missingEnglish: PublishProblem[]
  /** Further notes for the editor. */
  warnings: PublishProblem[]
  /** The pages on which visitors would see the change. */
  pages: ContentDocument[]
}

/** Consequences for visitors that may be unintended: they take a second click. */
const asks: ReadonlySet<CheckName> = new Set([
  ...(['missingEnglish', 'quotesExpiredClaim', 'claimReviewDue'] as const),
  ...(['typedFigure', 'otherFigure', 'contradictsClaim', 'duplicateTitle', 'duplicateText'] as const),
  ...(['hidesPage', 'keptAlternative', 'lostToPlaceholder', 'movedStep'] as const),
])

interface OtherFaults {
  /** Of the form. */
  errors: readonly ValidationMarker[]
  /** Of the content API. */
  objections: readonly PublishProblem[]
  /** Changes that were published meanwhile and that this draft would take back, and its own that a release would. */
  takenBack: readonly PublishProblem[]
  /** All published documents: the reasons name those that they speak of. */
  published: readonly ContentDocument[]
}

/**
 * Puts the site's decision, the form's errors and the content API's objections together, each fault once: blocks that the
 * draft breaks on other pages, and what the API objects to, are shown where nothing in the draft itself explains them.
 */
export function publishDecision(
  {refusals, warnings, pages}: Publishability,
  {errors, objections, takenBack, published}: OtherFaults,
  document: ContentDocument,
): PublishDecision {
  const own = {documentId: document._id, documentType: document._type}
  const fromForm = distinctMarkers(errors).map(({path, message}) => ({
    ...own,
    path: pathToString(path),
    sentence: message,
  }))
  const reported = new Set(fromForm.map(({path}) => path))
  const isNew = ({path = ''}: Finding) => ![...reported].some((known) => isWithin(known, path) || isWithin(path, known))
  const nameOf = namesOf(published, editorLocale())
  const id = publishedId(document._id)
  const isOwn = (finding: Finding) => finding.document === undefined || finding.document.id === id
  const reason = (finding: Finding): PublishProblem => ({
    documentId: finding.document?.id ?? document._id,
    documentType: finding.document?.type ?? document._type,
    path: finding.path ?? '',
    sentence:
      finding.check === 'rejectedBlock' && !isOwn(finding)
        ? label(
            '这样改，网站就显示不了这个内容块：请改回这份文档里的内容，或先改这个页面。',
            'With this change the site could no longer show this block: change what you wrote, or change the page first.',
          )
        : findingMessage(finding, editorLocale(), nameOf),
  })
  const ownFaults = [...fromForm, ...refusals.filter(isOwn).filter(isNew).map(reason)]
  const explained = ownFaults.length > 0 ? ownFaults : refusals.map(reason)
  const all = explained.length > 0 ? explained : [...objections]
  const mustAsk = takenBack.length > 0 || warnings.some(({check}) => asks.has(check))
  const verdict = all.length > 0 ? 'refuse' : mustAsk ? 'ask' : 'publish'
  const isEnglish = ({check}: Finding) => check === 'missingEnglish'
  return {
    verdict,
    refusals: all,
    pages,
    missingEnglish: warnings.filter(isEnglish).map(reason),
    warnings: [...takenBack, ...warnings.filter((finding) => !isEnglish(finding)).map(reason)],
  }
}
