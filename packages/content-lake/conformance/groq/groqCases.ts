import {afterAll, beforeAll, expect, test} from 'vitest'
import type {JsonValue} from '../../src/types.ts'
import {openSuiteLake, type SuiteLake} from '../openSuiteLake.ts'
import {DOCUMENTS} from './documents.ts'

/** A query and its result, or why it is refused; perhaps with parameters. */
type GroqCase = [query: string, expected: JsonValue | Refused, params?: Record<string, JsonValue>]

interface Refused {
  description: RegExp
}

/** Expects a 400 with a queryParseError whose description says so. */
export const refused = (description: RegExp): Refused => ({description})

const isRefused = (expected: JsonValue | Refused): expected is Refused =>
  typeof expected === 'object' &&
  expected !== null &&
  'description' in expected &&
  expected.description instanceof RegExp

/** Turns each title into a test that sends its queries to the query endpoint of a lake, in the perspective `raw`. */
export function groqCases(cases: Record<string, GroqCase[]>): void {
  let lake: SuiteLake
  beforeAll(async () => {
    lake = await openSuiteLake(DOCUMENTS)
  })
  afterAll(() => lake.close())

  for (const [title, rows] of Object.entries(cases)) {
    test(title, async () => {
      for (const [query, expected, params = {}] of rows) {
        const {status, body} = await lake.post('/v2025-02-19/data/query/production?perspective=raw', {query, params})
        if (!isRefused(expected)) {
          expect({query, status, result: 'result' in body ? body.result : body.error}).toEqual({
            query,
            status: 200,
            result: expected,
          })
          continue
        }
        const description = expect.stringMatching(expected.description)
        expect({query, status, error: 'error' in body ? body.error : body.result}).toMatchObject({
          query,
          status: 400,
          error: {type: 'queryParseError', description},
        })
      }
    })
  }
}
