import type {Context} from 'hono'
import {badRequest, messageOf} from '../errors.ts'
import {isJsonObject, isNestedDeeper, MAX_NESTING} from '../json.ts'
import type {JsonObject, JsonValue} from '../types.ts'
import type {LakeEnv} from './connection.ts'

/** The request's body, which has to be a JSON object. */
export async function jsonBody(c: Context<LakeEnv>): Promise<JsonObject> {
  const body = parseJson(await c.req.text(), 'The request body')
  if (!isJsonObject(body)) throw badRequest('The request body has to be a JSON object')
  return body
}

/** Parses a client's JSON. Throws 400 with the name of the part that is invalid or nested too deeply. */
export function parseJson(text: string, name: string): JsonValue {
  if (isNestedDeeper(text, MAX_NESTING)) throw badRequest(`${name} is nested too deeply`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`${name} is not JSON: ${messageOf(error)}`)
  }
}
