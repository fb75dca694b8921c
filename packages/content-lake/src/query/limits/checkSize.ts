import {LakeError} from '../../errors.ts'
import {QUERY_LIMITS} from './queryLimits.ts'

/**
 * Refuses a result that would be too long as JSON. A small query can make one: parts of a result may stand in it many
 * times without being in memory more than once.
 */
export function checkSize(result: unknown, limit: number = QUERY_LIMITS.resultSize): void {
  let left = limit
  const take = (size: number): void => {
    left -= size
    if (left < 0) throw tooLarge(limit)
  }
  const visit = (value: unknown, depth: number): void => {
    if (depth > QUERY_LIMITS.resultDepth) throw tooDeep()
    if (typeof value === 'string') take(value.length + 2)
    else if (Array.isArray(value)) {
      take(2)
      for (const item of value) visit(item, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      take(2)
      for (const [key, item] of Object.entries(value)) {
        take(key.length + 4)
        visit(item, depth + 1)
      }
    } else take(5)
  }
  visit(result, 0)
}

function tooLarge(limit: number): LakeError {
  const description = `The result is larger than ${Math.round(limit / 1024 / 1024)} MB; select fewer documents or fields`
  return new LakeError(400, {error: {type: 'queryResultTooLargeError', description}}, description)
}

function tooDeep(): LakeError {
  const description = `The result is nested deeper than ${QUERY_LIMITS.resultDepth} levels`
  return new LakeError(400, {error: {type: 'queryResultTooLargeError', description}}, description)
}
