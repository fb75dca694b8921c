import {mkdtempDisposableSync, readFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {createLake} from 'embedded-content-lake'
import {z} from 'zod'
import {allPagesQuery} from '../../../sanity/queries.ts'
import {root} from '../../../scripts/product/paths.ts'
import type {Part} from '../bench.ts'
import {median} from '../figures.ts'
import type {Row} from '../rows.ts'

const times = [1, 3, 10, 100]
const questions = 5
const batch = 500
const writeToken = 'write-token-of-the-bench'

const document = z.looseObject({_id: z.string(), _type: z.string()})

/**
 * The question that each publish costs each instance, as pages and the documents on them grow tenfold and a
 * hundredfold.
 */
export const growth: Part = async () => {
  const seed = readFileSync(join(root, 'sanity/seed/data.ndjson'), 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [document.parse(JSON.parse(line))] : []))
  const rows: Row[] = []
  for (const factor of times) rows.push(...(await costsAt(factor, seed)))
  return rows
}

type Document = z.output<typeof document>

async function costsAt(factor: number, seed: readonly Document[]): Promise<Row[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-growth-'))
  const lake = await createLake({
    dir: folder.path,
    port: 0,
    writeToken,
    readToken: 'read-token-of-the-bench',
    log: () => {},
  })
  const headers = {authorization: `Bearer ${writeToken}`, 'content-type': 'application/json'}
  try {
    const documents = Array.from({length: factor}, (_, copy) => seed.map((one) => copyOf(one, copy))).flat()
    for (let start = 0; start < documents.length; start += batch) {
      const mutations = documents.slice(start, start + batch).map((one) => ({createOrReplace: one}))
      const body = JSON.stringify({mutations})
      const response = await fetch(`${lake.url}/v2025-02-19/data/mutate/production`, {method: 'POST', headers, body})
      if (!response.ok) throw new Error(await response.text())
    }
    const query = new URLSearchParams({query: allPagesQuery, perspective: 'published'})
    const taken: number[] = []
    let bytes = 0
    let status = 200
    // The first question is the lake's first at all.
    for (let question = 0; question <= questions; question++) {
      const begun = performance.now()
      const response = await fetch(`${lake.url}/v2025-02-19/data/query/production?${query}`, {headers})
      bytes = (await response.arrayBuffer()).byteLength
      status = response.status
      if (question > 0) taken.push(performance.now() - begun)
    }
    const pages = documents.filter(({_type}) => _type === 'page').length
    const row = (what: string, value: number, unit: string): Row => ({
      part: 'growth',
      what: `${pages} pages: ${what}`,
      value,
      unit,
    })
    const time = row('all pages asked for', median(taken), 'ms')
    // The lake refuses what takes it longer than 5 s.
    if (status !== 200) return [{...time, note: `refused with ${status}`}]
    return [time, row('size of the answer', bytes / 1e6, 'MB')]
  } finally {
    await lake.close()
  }
}

/** A copy with an id of its own that refers to the copies of what the original refers to. */
function copyOf(original: Document, copy: number): Document {
  if (copy === 0 || /^(siteSettings|navigation)$/.test(original._id)) return original
  const renamed = JSON.stringify(original).replace(/("_id"|"_ref"):"([^"]+)"/g, `$1:"$2-${copy}"`)
  return document.parse(JSON.parse(renamed))
}
