import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {unstable_cache} from 'next/cache'

interface SeedQuery {
  query: string
  params: Record<string, string>
  tags: string[]
  /** Seconds. */
  revalidate: number
}

/** Older than any published document, so that the content API's documents are newer than the seed's. */
const seededAt = '2020-01-01T00:00:00Z'

/**
 * Evaluates a query over the seed, for a build without a content API. Goes through Next's cache, from which a page gets its
 * tags: they let the server revalidate it as soon as the content API answers.
 */
export function querySeed<Result>({query, params, tags, revalidate}: SeedQuery): Promise<Result> {
  const {text, hash} = readSeedFile()
  const answer = unstable_cache(
    () => evaluateSeed<Result>(text, query, params),
    [hash, query, JSON.stringify(params)],
    {
      tags,
      revalidate,
    },
  )
  return answer()
}

/** Evaluates a query over documents in NDJSON. */
export async function evaluateSeed<Result>(
  text: string,
  query: string,
  params: Record<string, string>,
): Promise<Result> {
  // Imported lazily: servers do not need it.
  const {evaluate, parse} = await import('groq-js')
  const dataset = text
    .split('\n')
    .filter(Boolean)
    .map((line) => ({_rev: 'seed', _createdAt: seededAt, _updatedAt: seededAt, ...JSON.parse(line)}))
  const value = await evaluate(parse(query, {params}), {dataset, params})
  return value.get()
}

function readSeedFile(): {text: string; hash: string} {
  const text = readFileSync(join(process.cwd(), 'sanity/seed/data.ndjson'), 'utf8')
  return {text, hash: createHash('sha256').update(text).digest('hex')}
}
