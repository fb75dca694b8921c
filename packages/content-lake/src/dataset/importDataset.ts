import {SYSTEM} from '../access/identities.ts'
import type {DocumentInput, Lake, Mutation} from '../types.ts'
import {importAssets} from './importAssets.ts'
import {assetUrisIn, importedContent} from './importedContent.ts'
import {type Dataset, type ImportedDocument, readDataset} from './readDataset.ts'
import {withUnpacked} from './withUnpacked.ts'

/** What happens to a document that is there already: it is an error, it is replaced, or it is left alone. */
export type ImportMode = 'create' | 'replace' | 'missing'

interface ImportResult {
  /** How many documents were written. */
  documents: number
  /** How many assets the dataset holds. */
  assets: number
}

function mutationFor(mode: ImportMode, document: DocumentInput): Mutation {
  if (mode === 'replace') return {createOrReplace: document}
  return mode === 'missing' ? {createIfNotExists: document} : {create: document}
}

/**
 * Imports a dataset in Sanity's format (an NDJSON file, a folder with one, `images/` and `files/`, or the `.tar.gz` of
 * such a folder) in one transaction: references may point forward, and when anything is wrong nothing is imported.
 *
 * @example await importDataset(lake, './seed', {mode: 'missing'})
 */
export function importDataset(lake: Lake, source: string, options: {mode?: ImportMode} = {}): Promise<ImportResult> {
  return withUnpacked(source, (unpacked) => importUnpacked(lake, unpacked, options))
}

async function importUnpacked(
  lake: Lake,
  source: string,
  {mode = 'create'}: {mode?: ImportMode},
): Promise<ImportResult> {
  const dataset = await readDataset(source)
  const assets = await importAssets(lake, dataset, await checkDocuments(lake, dataset, mode))
  const mutations = assets.documents.map((document): Mutation => ({createIfNotExists: document}))
  let documents = 0
  for await (const {document} of wantedOf(lake, dataset, mode)) {
    const content: DocumentInput = {_type: document._type}
    for (const [name, value] of Object.entries(document)) {
      if (value !== undefined)
        content[name] = importedContent(value, {assetIds: assets.ids, path: `${document._id}.${name}`})
    }
    mutations.push(mutationFor(mode, content))
    documents += 1
  }
  if (mutations.length > 0) lake.commit({mutations, author: SYSTEM, describesFiles: true})
  return {documents, assets: assets.documents.length}
}

async function* wantedOf({documents}: Lake, dataset: Dataset, mode: ImportMode): AsyncGenerator<ImportedDocument> {
  for await (const imported of dataset.documents()) {
    if (mode !== 'missing' || !documents.has(imported.document._id)) yield imported
  }
}

/**
 * Reads all documents once and keeps none of them: only when none is wrong is anything stored. Returns the assets that
 * they refer to, each with the place of its first mention.
 */
async function checkDocuments(lake: Lake, dataset: Dataset, mode: ImportMode): Promise<Map<string, string>> {
  const uris = new Map<string, string>()
  for await (const {document, place} of wantedOf(lake, dataset, mode)) {
    if (mode === 'create' && lake.documents.has(document._id)) {
      throw new Error(
        `${place}: a document with the id "${document._id}" exists already. Import with replace or missing.`,
      )
    }
    for (const value of Object.values(document)) {
      for (const uri of assetUrisIn(value)) if (!uris.has(uri)) uris.set(uri, place)
    }
  }
  return uris
}
