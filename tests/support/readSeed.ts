import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {seedDir} from '../../scripts/product/paths.ts'

/** A document of the seed, as in the import file. */
export interface SeedDocument {
  _id: string
  _type: string
  [field: string]: unknown
}

/** Reads all documents of the seed. */
export function readSeed(): SeedDocument[] {
  const lines = readFileSync(join(seedDir, 'data.ndjson'), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** Returns every object inside a value, including the value. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  const record = Object.fromEntries(Object.entries(value))
  return [record, ...Object.values(record).flatMap(objectsIn)]
}
