import type {JsonValue} from '../types.ts'
import {invalid} from './Refusal.ts'

/** The ids of the documents that a query's result names. Throws Refusal for a result that names none. */
export function idsIn(result: JsonValue): string[] {
  if (result === null) return []
  return (Array.isArray(result) ? result : [result]).map(idOf)
}

function idOf(row: JsonValue): string {
  if (typeof row === 'string') return row
  if (typeof row === 'object' && row !== null && !Array.isArray(row) && typeof row._id === 'string') return row._id
  throw invalid('The query of a delete or patch has to select documents or their ids')
}
