/** What is known of a change of one document without reading its content. */
export interface ChangeSummary {
  seq: number
  timestamp: string
  author: string
  documentId: string
  /** An update that nothing else hangs on: not a creation, a deletion, or one part of a larger transaction. */
  isPlainEdit: boolean
}

/** Edits that belong together: the last one stands for all of them. */
export interface Run {
  documentId: string
  seqs: number[]
}

/** Edits of one author on one document within such a stretch of the clock become one. */
export const RUN_MS = 5 * 60_000

/** The stretch is one of the clock, not counted from the first edit, so that compacting again finds nothing new. */
export const stretchOf = (timestamp: string): number => Math.floor(Date.parse(timestamp) / RUN_MS)

/** Finds what can be merged among changes in the order of their commits. */
export function findRuns(changes: Iterable<ChangeSummary>): Run[] {
  const open = new Map<string, {last: ChangeSummary; run: Run}>()
  const runs: Run[] = []
  for (const change of changes) {
    const {documentId, seq} = change
    const current = open.get(documentId)
    if (!change.isPlainEdit) open.delete(documentId)
    else if (current && belongsTo(change, current.last)) current.run.seqs.push(seq)
    else {
      const run = {documentId, seqs: [seq]}
      open.set(documentId, {last: change, run})
      runs.push(run)
    }
  }
  return runs.filter(({seqs}) => seqs.length > 1)
}

const belongsTo = (change: ChangeSummary, earlier: ChangeSummary): boolean =>
  change.author === earlier.author && stretchOf(change.timestamp) === stretchOf(earlier.timestamp)
