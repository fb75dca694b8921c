/** The official GROQ test suite (github.com/sanity-io/groq-test-suite), packed. `LICENSE` beside this file is its own. */
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {brotliCompressSync, brotliDecompressSync, constants} from 'node:zlib'
import type {DocumentInput, JsonObject, JsonValue} from '../../src/types.ts'

const packed = join(import.meta.dirname, 'suite.ndjson.br')

interface Dataset {
  _type: 'dataset'
  _id: string
  documents?: DocumentInput[] | null
}

export interface OfficialCase {
  _type: 'test'
  name: string
  filename: string
  query: string
  params?: JsonObject | null
  result: JsonValue
  valid: boolean
  /** Beyond the language's core. */
  features: string[]
  /** Versions of the language to which it applies, as a semver range. */
  version?: string | null
  dataset: {_ref: string}
}

/** Reads the suite: its cases, by the documents that they are about. */
export function readSuite(): {documents: DocumentInput[]; cases: OfficialCase[]}[] {
  const entries = parse(brotliDecompressSync(readFileSync(packed)).toString())
  const cases = Map.groupBy(
    entries.filter((one) => one._type === 'test'),
    ({dataset}) => dataset._ref,
  )
  return entries.flatMap((one) =>
    one._type === 'dataset' ? [{documents: one.documents ?? [], cases: cases.get(one._id) ?? []}] : [],
  )
}

function parse(ndjson: string): (Dataset | OfficialCase)[] {
  return ndjson
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Keeps the fields that are read here; the rest, such as the variables of the queries, is fifty megabytes. */
function needed(entry: Dataset | OfficialCase): Dataset | OfficialCase {
  if (entry._type === 'dataset') return {_type: entry._type, _id: entry._id, documents: entry.documents ?? []}
  const {_type, name, filename, query, params = null, result, valid, features, version = null, dataset} = entry
  return {_type, name, filename, query, params, result, valid, features, version, dataset}
}

/**
 * Packs a suite that `pnpm build` has compiled in a clone of its repository, without what is in the queries already:
 * `node conformance/official/suite.ts suite.ndjson`.
 */
if (import.meta.main) {
  const [, , file = ''] = process.argv
  const lines = parse(readFileSync(file, 'utf8')).map((one) => JSON.stringify(needed(one)))
  const options = {params: {[constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11}}
  writeFileSync(packed, brotliCompressSync(`${lines.join('\n')}\n`, options))
}
