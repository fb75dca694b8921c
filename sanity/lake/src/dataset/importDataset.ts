import {SYSTEM} from '../access/identities.ts'
import type {DocumentInput, Lake, Mutation} from '../types.ts'
import {importAssets} from './importAssets.ts'
import {importedContent} from './importedContent.ts'
import {type ImportedDocument, readDataset} from './readDataset.ts'
import {withUnpacked} from './withUnpacked.ts'

/** What happens to a document that is there already: it is an error, it is replaced, or it is left alone. */
export type ImportMode = 'create' | 'replace' | 'missing'

export interface ImportResult {
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
  const isWanted = ({document}: ImportedDocument) => mode !== 'missing' || !lake.documents.has(document._id)
  const wanted = dataset.documents.filter(isWanted)
  const assets = await importAssets(lake, dataset, wanted)

  const mutations = assets.documents.map((document): Mutation => ({createIfNotExists: document}))
  for (const {document, place} of wanted) {
    const content: DocumentInput = {_type: document._type}
    for (const [name, value] of Object.entries(document)) {
      if (value !== undefined)
        content[name] = importedContent(value, {assetIds: assets.ids, path: `${document._id}.${name}`})
    }
    if (mode === 'create' && lake.documents.has(document._id)) {
      throw new Error(
        `${place}: a document with the id "${document._id}" exists already. Import with replace or missing.`,
      )
    }
    mutations.push(mutationFor(mode, content))
  }
  if (mutations.length > 0) lake.commit({mutations, author: SYSTEM})
  return {documents: wanted.length, assets: assets.documents.length}
}
