import {badRequest} from '../../errors.ts'
import type {JsonValue} from '../../types.ts'
import {QUERY_LIMITS} from './queryLimits.ts'

/** Throws 400 for parameters that are too long; returns how long they are as JSON. */
export function checkParameters(params: Record<string, JsonValue> = {}): number {
  const {length} = JSON.stringify(params)
  if (length <= QUERY_LIMITS.parametersLength) return length
  throw badRequest(`The parameters of the query are longer than ${QUERY_LIMITS.parametersLength} characters`)
}
