import {createClient} from '@sanity/client'
import {createMockAuthStore, createWorkspaceFromConfig, type SanityDocument, validateDocument} from 'sanity'
import {schemaTypes} from '../schema/index.ts'

const client = createClient({projectId: 'test', dataset: 'production', apiVersion: '2025-02-19', useCdn: false})
const workspace = await createWorkspaceFromConfig({
  name: 'default',
  projectId: 'test',
  dataset: 'production',
  schema: {types: schemaTypes},
  auth: createMockAuthStore({client, currentUser: null}),
})

/** What the Studio would say about a document, a line each: `error title.zh: message`. */
export async function validate(document: {_type: string; _id: string; [field: string]: unknown}): Promise<string[]> {
  const complete: SanityDocument = {_rev: 'r', _createdAt: '', _updatedAt: '', ...document}
  const markers = await validateDocument({document: complete, workspace, getDocumentExists: async () => true})
  return markers.map(({level, path, message}) => `${level} ${path.map(segmentName).join('.')}: ${message}`)
}

function segmentName(segment: unknown): string {
  return typeof segment === 'object' && segment !== null && '_key' in segment ? `${segment._key}` : `${segment}`
}
