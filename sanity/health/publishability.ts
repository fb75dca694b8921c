import {collisions, holdersOf} from './collisions.ts'
import {rejections} from './datasetFindings.ts'
import {documentFindings} from './documentFindings.ts'
import {type ContentDocument, pagesShowing, publishedId} from './documents.ts'
import type {Finding} from './Finding.ts'
import {worldOf} from './World.ts'

/** May a document be published, and what would visitors see? */
export interface Publishability {
  /** Why not: empty where nothing stands against it. */
  refusals: Finding[]
  /** What an editor should know and may decide. */
  warnings: Finding[]
  /** The pages that would change. */
  pages: ContentDocument[]
}

/**
 * Judges a draft by the documents that are published now. Refused is what would break a page, that of the document or one
 * that shows it, and a claim that is not proven or no longer holds.
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
    ...newCollisions(documentFindings(document, worldOf(after, now)), {published, after, document}),
    ...newRejections(
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

/** Findings without what the document has shared with others since before: they may be the ones to change. */
function newCollisions(findings: Finding[], {published, document}: Change): Finding[] {
  const before = published.find(({_id}) => _id === document._id)
  if (!before) return findings
  const shared = new Set(
    collisions(before, holdersOf(published)).map(({kind, path, detail}) => `${kind} ${path} ${detail}`),
  )
  return findings.filter(({check, path, detail}) => !shared.has(`${check} ${path} ${detail}`))
}

/** The blocks that the document breaks. On other pages one that was broken before is not its fault. */
function newRejections(pageIds: string[], {published, after, document}: Change): Finding[] {
  const before = new Set(rejections(published, pageIds).map(keyOf))
  return rejections(after, pageIds).filter(
    (finding) => finding.document?.id === document._id || !before.has(keyOf(finding)),
  )
}

function keyOf({document, path}: Finding): string {
  return `${document?.id} ${path}`
}
