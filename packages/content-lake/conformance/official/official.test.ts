import {expect, test} from 'vitest'
import {isRecord} from '../../src/json.ts'
import {openSuiteLake, type SuiteLake} from '../openSuiteLake.ts'
import {officialCounts} from './counts.ts'
import {type OfficialCase, readSuite} from './suite.ts'

type Kind = 'core' | 'features' | 'refused' | 'earlier' | 'absent'

function kindOf({features, version, filename}: OfficialCase): Kind {
  if (version === '0.1') return 'earlier'
  if (filename.startsWith('perf/movies')) return 'absent'
  if (features.includes('geoFunctions')) return 'refused'
  return features.length > 0 ? 'features' : 'core'
}

/** Fields that the lake gives to every document, and the suite's documents lack. */
const given = new Set(['_rev', '_createdAt', '_updatedAt'])

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([field]) => !given.has(field))
  return Object.fromEntries(kept.map(([field, part]) => [field, comparable(part)]))
}

/** The suite says which place a document takes by its score, not the score. */
function withPlaces(result: unknown, expected: unknown): unknown {
  const [first] = Array.isArray(expected) ? expected : []
  if (!isRecord(first) || !('_pos' in first) || !Array.isArray(result)) return result
  const scores = [...new Set(result.map(({_score}) => _score))].sort((a, b) => b - a)
  return result.map(({_score, ...rest}) => ({...rest, _pos: scores.indexOf(_score) + 1}))
}

async function ask(lake: SuiteLake, {query, params}: OfficialCase) {
  return lake.post('/v2025-02-19/data/query/production?perspective=raw', {query, params: params ?? {}})
}

test('the official suite gets the answers that it expects, over HTTP', async () => {
  const counts = {core: 0, refused: 0, earlier: 0, absent: 0}
  const features: Record<string, number> = {}
  const wrong: object[] = []
  for (const {documents, cases} of readSuite()) {
    const lake = await openSuiteLake(documents)
    for (const one of cases) {
      const kind = kindOf(one)
      if (kind === 'features') {
        const feature = one.features.at(-1) ?? ''
        features[feature] = (features[feature] ?? 0) + 1
      } else counts[kind] += 1
      if (kind === 'earlier' || kind === 'absent') continue
      const {name, filename, query, valid, result} = one
      const {status, body} = await ask(lake, one)
      const isRight =
        kind === 'refused' || !valid
          ? status === 400
          : status === 200 && equals(comparable(withPlaces(body.result, result)), comparable(result))
      if (!isRight) wrong.push({filename, name, query, status, body, expected: valid ? result : 'an error'})
    }
    await lake.close()
  }
  expect(wrong).toEqual([])
  const {core, ...others} = counts
  expect({passed: {core, features}, ...others}).toEqual(officialCounts)
}, 900_000)

/** Equal as JSON, in which a missing value and null of a whole answer are the same. */
function equals(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null))
}

/** The order of fields says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((field) => [field, sorted(value[field])]),
  )
}
