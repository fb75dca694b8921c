import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Documents} from './PublishedDocuments.ts'
import {evaluateQuery} from './presentContent.ts'

/** Older than any published document, so that the content API's documents are newer than the seed's. */
const seededAt = '2020-01-01T00:00:00Z'

let seedDocuments: Documents | undefined

/** Reads the documents of `sanity/seed` once, for a build without a content API. */
export function readSeedDocuments(): Documents {
  seedDocuments ??= documentsOf(readFileSync(join(process.cwd(), 'sanity/seed/data.ndjson'), 'utf8'))
  return seedDocuments
}

/** Evaluates a query over documents in NDJSON. */
export function evaluateSeed<Result>(text: string, query: string, params: Record<string, string>): Result {
  return evaluateQuery<Result>(documentsOf(text), query, params)
}

function documentsOf(text: string): Documents {
  const lines = text.split('\n').filter(Boolean)
  const documents = lines.map((line) => ({
    _rev: 'seed',
    _createdAt: seededAt,
    _updatedAt: seededAt,
    ...JSON.parse(line),
  }))
  return new Map(documents.map((document) => [document._id, document]))
}
