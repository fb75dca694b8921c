import type {Context} from 'hono'
import {badRequest, messageOf, sizeText} from '../errors.ts'
import {decodeUtf8, isNestedDeeper, isRecord, MAX_NESTING} from '../json.ts'
import type {JsonObject, JsonValue} from '../types.ts'
import type {LakeEnv} from './connection.ts'

/** Reads a body as text. Throws 400 if it is no UTF-8, which would otherwise be stored with replacement characters. */
export async function bodyText(c: Context<LakeEnv>): Promise<string> {
  const bytes = await c.req.arrayBuffer()
  try {
    return decodeUtf8(bytes)
  } catch {
    throw badRequest('The request body is not in UTF-8')
  }
}

/** Reads a JSON object. Refuses a body of more than `most` characters unparsed. Throws 400. */
export async function jsonBody(c: Context<LakeEnv>, most = Number.POSITIVE_INFINITY): Promise<JsonObject> {
  const text = await bodyText(c)
  if (text.length > most) throw badRequest(`The request body is larger than ${sizeText(most)}`)
  const body = readJson(text, 'The request body')
  if (!isRecord(body)) throw badRequest('The request body has to be a JSON object')
  return body
}

/** Reads the query's `$name` parameters, each a JSON value. Throws 400. */
export function queryParameters(parameters: Iterable<[name: string, value: string]>): Record<string, JsonValue> {
  const params: Record<string, JsonValue> = {}
  for (const [name, value] of parameters) {
    if (name.startsWith('$')) params[name.slice(1)] = readJson(value, `The parameter ${name}`)
  }
  return params
}

/** Reads a parameter that is `true` or `false`, or `fallback` without a value. Throws 400 for any other. */
export function readFlag(name: string, value: JsonValue | undefined, fallback = false): boolean {
  if (value === undefined || value === null) return fallback
  if (value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw badRequest(`"${name}" has to be true or false, not ${JSON.stringify(value)}`)
}

/** Reads a parameter that is one of a few words; undefined without a value. Throws 400 for any other, which nobody would notice. */
export function readChoice<Choice extends string>(
  name: string,
  value: string | null | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (!value) return undefined
  const choice = choices.find((known) => known === value)
  if (choice === undefined)
    throw badRequest(`"${name}" has to be ${choices.join(' or ')}, not ${JSON.stringify(value)}`)
  return choice
}

/** Parses a client's JSON. Throws 400 with the name of the part that is invalid or nested too deeply. */
function readJson(text: string, name: string): JsonValue {
  if (isNestedDeeper(text, MAX_NESTING)) throw badRequest(`${name} is nested too deeply`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`${name} is not JSON: ${messageOf(error)}`)
  }
}
