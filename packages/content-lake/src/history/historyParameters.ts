import {badRequest} from '../errors.ts'

const LONGEST_LIST = 100
const LARGEST_LIMIT = 1000

/** A comma-separated list of ids from the path or the query. */
export function idList(text: string): string[] {
  const ids = [...new Set(text.split(',').filter(Boolean))]
  if (ids.length === 0 || ids.length > LONGEST_LIST) throw badRequest(`Name between 1 and ${LONGEST_LIST} ids`)
  return ids
}

/** A point in time in the one format that stored timestamps have, so that they compare as text. */
export function instant(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw badRequest(`"${name}" must be a point in time in ISO 8601, not "${text}"`)
  return date.toISOString()
}

export function positiveInteger(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw badRequest(`"${name}" must be a positive whole number, not "${text}"`)
  return Math.min(value, LARGEST_LIMIT)
}
