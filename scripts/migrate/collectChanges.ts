import type {Mutation, SanityClient} from '@sanity/client'
import {collectMigrationMutations, type Migration, type MigrationContext} from '@sanity/migrate'
import {SanityEncoder} from '@sanity/mutate'
import type {SanityDocument} from 'sanity'

/**
 * Returns the mutations of a migration on a client's dataset, without sending them. Sanity's own runner supports HTTPS
 * only, which the embedded lake does not speak.
 */
export async function collectChanges(migration: Migration, client: SanityClient): Promise<Mutation[]> {
  const {documentTypes = [], filter = 'true'} = migration
  const ofTypes = documentTypes.length > 0 ? '_type in $documentTypes' : '!(_type match "system.*")'
  const documents = await client.fetch<SanityDocument[]>(`*[${ofTypes} && (${filter})] | order(_id)`, {documentTypes})
  const context: MigrationContext = {
    client,
    dryRun: true,
    filtered: {
      getDocument: async <T extends SanityDocument>(id: string) =>
        (await client.fetch<T | null>('*[_id == $id][0]', {id})) ?? undefined,
      getDocuments: <T extends SanityDocument>(ids: string[]) => client.fetch<T[]>('*[_id in $ids]', {ids}),
    },
  }
  const changes: Mutation[] = []
  for await (const step of collectMigrationMutations(migration, () => iterate(documents), context)) {
    const mutations = (Array.isArray(step) ? step : [step]).flatMap((one) => ('mutations' in one ? one.mutations : one))
    // The two packages of Sanity’s name the same mutations with types of their own.
    changes.push(...SanityEncoder.encodeAll(JSON.parse(JSON.stringify(mutations))))
  }
  return changes
}

async function* iterate<Item>(items: readonly Item[]): AsyncIterableIterator<Item> {
  yield* items
}
