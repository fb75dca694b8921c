import type {DocumentInput, JsonValue, Mutation, MutationTarget} from '../types.ts'
import {isJsonObject, isStringList} from './json.ts'
import {parsePatch} from './parsePatch.ts'
import {invalid} from './Refusal.ts'

/** Reads one mutation from a request. Throws Refusal when it is none. */
export function parseMutation(value: JsonValue): Mutation {
  const entries = isJsonObject(value) ? Object.entries(value) : []
  const [operation, body] = entries[0] ?? []
  if (entries.length !== 1 || !isJsonObject(body)) throw invalid('A mutation is an object with one operation')
  switch (operation) {
    case 'create':
      return {create: parseDocument(body)}
    case 'createIfNotExists':
      return {createIfNotExists: parseDocument(body)}
    case 'createOrReplace':
      return {createOrReplace: parseDocument(body)}
    case 'delete':
      return {delete: parseTarget(body)}
    case 'patch':
      return {patch: {...parseTarget(body), ...parsePatch(body)}}
    default:
      throw invalid(`Unknown mutation "${operation}"`)
  }
}

/** Reads a document from a request. */
export function parseDocument(value: JsonValue | undefined): DocumentInput {
  if (!isJsonObject(value)) throw invalid('A document has to be an object')
  const {_id, _type, ...fields} = value
  if (typeof _type !== 'string') throw invalid('The document has no _type')
  if (_id !== undefined && typeof _id !== 'string') throw invalid('The _id of a document has to be a string')
  return {...fields, _type, ...(_id === undefined ? {} : {_id})}
}

function parseTarget({id, query, params}: Record<string, JsonValue>): MutationTarget {
  if (typeof id === 'string' || isStringList(id)) return {id}
  if (typeof query !== 'string') throw invalid('A delete or patch needs an id or a query')
  return isJsonObject(params) ? {query, params} : {query}
}
