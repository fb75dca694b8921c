import {createClient, type SanityClient} from '@sanity/client'
import {evaluate, parse} from 'groq-js'
import {createMockAuthStore, createWorkspaceFromConfig, type SanityDocument, validateDocument} from 'sanity'
import {inPerspective} from '../../health/contentDocuments.ts'
import {schemaTypes} from '../index.ts'

const client = createClient({projectId: 'test', dataset: 'production', apiVersion: '2025-02-19', useCdn: false})
const workspace = await createWorkspaceFromConfig({
  name: 'default',
  projectId: 'test',
  dataset: 'production',
  schema: {types: schemaTypes},
  auth: createMockAuthStore({client, currentUser: null}),
})

interface TestedDocument {
  _type: string
  _id: string
  [field: string]: unknown
}

/** Validates a document as the Studio does. Returns a line per problem: `error title.zh: message`. */
export async function validate(document: TestedDocument, others: readonly TestedDocument[] = []): Promise<string[]> {
  const complete: SanityDocument = {_rev: 'r', _createdAt: '', _updatedAt: '', ...document}
  const markers = await validateDocument({
    document: complete,
    workspace,
    getClient: () => clientOf(others),
    getDocumentExists: async () => true,
  })
  return markers.map(({level, path, message}) => `${level} ${path.map(segmentName).join('.')}: ${message}`)
}

function segmentName(segment: unknown): string {
  return typeof segment === 'object' && segment !== null && '_key' in segment ? `${segment._key}` : `${segment}`
}

/** Returns a client that evaluates queries over the given documents; without a stack of perspectives over all of them. */
export function clientOf(dataset: readonly TestedDocument[]): SanityClient {
  const fetch = async (query: string, params: Record<string, unknown>, options?: {perspective?: unknown}) => {
    const {perspective} = options ?? {}
    const seen = Array.isArray(perspective) ? inPerspective(dataset, perspective) : [...dataset]
    const value = await evaluate(parse(query, {params}), {dataset: seen, params})
    return value.get()
  }
  return Object.assign(client.clone(), {fetch})
}
