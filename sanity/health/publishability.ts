import {rejectedBlockFindings} from './datasetFindings.ts'
import {checkContext, documentFindings} from './documentFindings.ts'
import {type ContentDocument, pagesShowing, publishedId} from './documents.ts'
import {findDuplicates, indexUniqueValues} from './duplicates.ts'
import type {Finding} from './Finding.ts'

/** Whether a document may be published, and what that would change. */
export interface Publishability {
  /** Errors that prevent publishing. */
  refusals: Finding[]
  /** For the editor to decide. */
  warnings: Finding[]
  /** Pages that would change. */
  pages: ContentDocument[]
}

/**
 * Checks a draft against the published documents. Refuses errors of its own, blocks that it would break on any page, and
 * a claim without evidence.
 */
export function publishability(
  draft: ContentDocument,
  published: readonly ContentDocument[],
  now: Date,
): Publishability {
  const document = {...draft, _id: publishedId(draft._id)}
  const after = [...published.filter(({_id}) => _id !== document._id), document]
  const pages = pagesShowing(document._id, after)
  const findings = [
    ...withoutEarlierDuplicates(documentFindings(document, checkContext(after, now)), {published, after, document}),
    ...newBlockRejections(
      pages.map(({_id}) => _id),
      {published, after, document},
    ),
  ]
  const isRefusal = ({check, severity}: Finding) => severity === 'error' || check === 'claimUnproven'
  return {refusals: findings.filter(isRefusal), warnings: findings.filter((finding) => !isRefusal(finding)), pages}
}

interface Change {
  published: readonly ContentDocument[]
  after: readonly ContentDocument[]
  document: ContentDocument
}

/** Removes duplicates that existed before the change: the other document may be the one to change. */
function withoutEarlierDuplicates(findings: Finding[], {published, document}: Change): Finding[] {
  const before = published.find(({_id}) => _id === document._id)
  if (!before) return findings
  const shared = new Set(
    findDuplicates(before, indexUniqueValues(published)).map(({kind, path, detail}) => `${kind} ${path} ${detail}`),
  )
  return findings.filter(({check, path, detail}) => !shared.has(`${check} ${path} ${detail}`))
}

/** Blocks that the document breaks. On other pages, blocks that were broken before are ignored. */
function newBlockRejections(pageIds: string[], {published, after, document}: Change): Finding[] {
  const before = new Set(rejectedBlockFindings(published, pageIds).map(positionOf))
  return rejectedBlockFindings(after, pageIds).filter(
    (finding) => finding.document?.id === document._id || !before.has(positionOf(finding)),
  )
}

function positionOf({document, path}: Finding): string {
  return `${document?.id} ${path}`
}
