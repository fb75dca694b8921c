import {createReadStream, existsSync, statSync} from 'node:fs'
import {readdir, readFile} from 'node:fs/promises'
import {basename, dirname, join} from 'node:path'
import type {AssetKind} from '../assets/assetFiles.ts'
import {isReleaseId, isWellFormed} from '../documentIds.ts'
import {CONTENT_LIMITS} from '../documents/integrity.ts'
import {messageOf, sizeText} from '../errors.ts'
import {isNestedDeeper, isRecord, parseJson} from '../json.ts'
import type {DocumentInput, JsonObject, JsonValue} from '../types.ts'

export interface ImportedDocument {
  /** Its place for messages: `data.ndjson, line 3`. */
  place: string
  document: DocumentInput & {_id: string}
}

export interface AssetSource {
  kind: AssetKind
  file: string
}

export type Dataset = Awaited<ReturnType<typeof readDataset>>

/** Above the limit of a request, far below that of a string. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

async function findDataFile(source: string): Promise<string> {
  if (!existsSync(source)) throw new Error(`${source} does not exist.`)
  if (!statSync(source).isDirectory()) return source
  // Not `._data.ndjson`, which macOS adds to archives.
  const names = (await readdir(source)).filter((name) => name.endsWith('.ndjson') && !name.startsWith('.'))
  const [first, ...others] = names.sort()
  if (!first) throw new Error(`${source} holds no .ndjson file.`)
  if (others.length > 0)
    throw new Error(`${source} holds several .ndjson files (${[first, ...others].join(', ')}): leave one.`)
  return join(source, first)
}

function parseDocument(line: string, place: string): ImportedDocument['document'] {
  // Before it is read level by level.
  if (isNestedDeeper(line, CONTENT_LIMITS.depth + 1)) throw new Error(`${place}: the document is nested too deeply.`)
  let parsed: JsonValue
  try {
    parsed = JSON.parse(line)
  } catch (error) {
    throw new Error(`${place}: not valid JSON (${messageOf(error)}).`)
  }
  if (!isRecord(parsed)) throw new Error(`${place}: a line holds one document, which is a JSON object.`)
  const {_id = crypto.randomUUID(), _type, _rev: _dropped, ...fields} = parsed
  if (typeof _type !== 'string' || !_type) throw new Error(`${place}: the document has no "_type".`)
  if (typeof _id !== 'string' || !isWellFormed(_id)) {
    throw new Error(
      `${place}: ${JSON.stringify(_id)} is not a document id (letters, digits, "-", "_", and "." between them).`,
    )
  }
  return {...fields, _id, _type}
}

async function* readDocuments(dataFile: string): AsyncGenerator<ImportedDocument> {
  const name = basename(dataFile)
  const lines = new Map<string, number>()
  for await (const {text, number} of readLines(dataFile)) {
    if (text.trim() === '') continue
    const place = `${name}, line ${number}`
    const document = parseDocument(text, place)
    // Except for releases, documents below `_.` belong to the instance that they were exported from.
    if (document._id.startsWith('_.') && !isReleaseId(document._id)) continue
    const earlier = lines.get(document._id)
    if (earlier) throw new Error(`${place}: the id "${document._id}" was used before (${name}, line ${earlier}).`)
    lines.set(document._id, number)
    yield {place, document}
  }
}

async function listAssets(folder: string, kind: AssetKind): Promise<AssetSource[]> {
  const subfolder = join(folder, `${kind}s`)
  const names = existsSync(subfolder) ? (await readdir(subfolder)).sort() : []
  return names.filter((name) => !name.startsWith('.')).map((name) => ({kind, file: join(subfolder, name)}))
}

async function readAssetFields(folder: string): Promise<JsonObject> {
  const file = join(folder, 'assets.json')
  if (!existsSync(file)) return {}
  const fields = parseJson(await readFile(file, 'utf8'))
  if (!isRecord(fields)) throw new Error(`${file} does not hold a JSON object.`)
  return fields
}

/**
 * Reads a dataset in Sanity's import format: an NDJSON file, or a folder that holds one, with its assets in `images/`
 * and `files/`. Reading its documents throws with the line number when a line is not one.
 */
export async function readDataset(source: string) {
  const dataFile = await findDataFile(source)
  const folder = dirname(dataFile)
  const isFolder = dataFile !== source
  return {
    /** Base folder of `file://./…`. */
    folder,
    /** Iterates over the documents, from the start of the file on each call. */
    documents: () => readDocuments(dataFile),
    assets: isFolder ? [...(await listAssets(folder, 'image')), ...(await listAssets(folder, 'file'))] : [],
    /** Further fields of assets, by `image-<sha1>` or `file-<sha1>`. */
    assetFields: isFolder ? await readAssetFields(folder) : {},
  }
}

const LINE_FEED = 0x0a

interface Line {
  text: string
  /** Counted from 1. */
  number: number
}

/**
 * Iterates over the lines of a UTF-8 file. Only LF ends a line: Node's `readline` also splits at U+2028 and U+2029,
 * which JSON allows in strings. Throws with the line number if a line is too long, or not UTF-8.
 */
async function* readLines(file: string): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let size = 0
  let number = 0
  const decoder = new TextDecoder('utf-8', {fatal: true})
  const line = (): Line => {
    number += 1
    const bytes = Buffer.concat(pieces)
    pieces = []
    size = 0
    try {
      return {text: decoder.decode(bytes), number}
    } catch {
      throw new Error(`${file}, line ${number}: the text is not UTF-8; convert the file.`)
    }
  }
  const add = (piece: Buffer): void => {
    size += piece.length
    if (size > MAX_LINE_BYTES) {
      throw new Error(
        `${file}, line ${number + 1}: the line is larger than ${sizeText(MAX_LINE_BYTES)}; each line holds one document.`,
      )
    }
    if (piece.length > 0) pieces.push(piece)
  }
  for await (const chunk of createReadStream(file)) {
    if (!Buffer.isBuffer(chunk)) continue
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      yield line()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (size > 0) yield line()
}
