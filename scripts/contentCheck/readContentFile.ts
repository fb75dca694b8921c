import {readFileSync} from 'node:fs'
import {type ContentDocument, isObject} from '../../sanity/health/documents.ts'
import {UserError} from '../product/report.ts'

/** Reads the documents of a file in Sanity's import format, one JSON object a line. */
export function readContentFile(file: string): ContentDocument[] {
  return readLines(file).map((line, index) => {
    const document = parsed(line)
    if (isDocument(document)) return document
    throw new UserError(`Line ${index + 1} of ${file} is no document. Give a data.ndjson in Sanity’s import format.`)
  })
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    throw new UserError(`${file} cannot be read. Name a file in Sanity’s import format, such as data.ndjson.`)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isDocument(value: unknown): value is ContentDocument {
  return isObject(value) && typeof value._id === 'string' && typeof value._type === 'string'
}
