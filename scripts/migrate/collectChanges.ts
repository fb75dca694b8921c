import {ClientError, type Mutation, type SanityClient} from '@sanity/client'
import {collectMigrationMutations, type Migration, type MigrationContext} from '@sanity/migrate'
import {SanityEncoder} from '@sanity/mutate'
import type {SanityDocument} from 'sanity'
import {messageOf} from '../../lib/messageOf.ts'
import {UserError} from '../product/report.ts'

/** What a migration would do to a dataset. */
interface Changes {
  changes: Mutation[]
  /** Sent before the changes: without effect, but refused if a document was written to after the migration had read it. */
  guards: Mutation[]
}

/**
 * Returns the mutations of a migration on a client's dataset, without sending them. Sanity's own runner supports HTTPS
 * only, which the embedded lake does not speak.
 */
export async function collectChanges(migration: Migration, client: SanityClient): Promise<Changes> {
  const {documentTypes = [], filter = 'true'} = migration
  const ofTypes = documentTypes.length > 0 ? '_type in $documentTypes' : '!(_type match "system.*")'
  /** By id, as the migration first saw it. */
  const revisions = new Map<string, string>()
  const note = <T extends SanityDocument>(read: T[]): T[] => {
    for (const {_id, _rev} of read) if (!revisions.has(_id)) revisions.set(_id, _rev)
    return read
  }
  const find = async <T extends SanityDocument>(ids: string[]) => note(await client.fetch<T[]>('*[_id in $ids]', {ids}))
  const documents = note(
    await client.fetch<SanityDocument[]>(`*[${ofTypes} && (${filter})] | order(_id)`, {documentTypes}),
  )
  const context: MigrationContext = {
    client,
    dryRun: true,
    filtered: {
      getDocument: async <T extends SanityDocument>(id: string) => (await find<T>([id]))[0],
      getDocuments: find,
    },
  }
  const changes: Mutation[] = []
  for await (const step of collectMigrationMutations(migration, () => iterate(documents), context)) {
    const mutations = (Array.isArray(step) ? step : [step]).flatMap((one) => ('mutations' in one ? one.mutations : one))
    // The two packages of Sanity’s name the same mutations with types of their own.
    changes.push(...SanityEncoder.encodeAll(JSON.parse(JSON.stringify(mutations))))
  }
  return {changes, guards: guardsOf(changes, revisions)}
}

/**
 * Makes all changes in one transaction.
 *
 * @throws UserError, having changed nothing, if somebody has written to one of the documents since they were collected.
 */
export async function makeChanges({changes, guards}: Changes, client: SanityClient): Promise<void> {
  const transaction = [...guards, ...changes]
  await client.mutate(transaction, {autoGenerateArrayKeys: true, visibility: 'sync'}).catch((error: unknown) => {
    if (!isStale(error)) throw error
    throw new UserError(
      `Somebody has edited meanwhile what this would change, so nothing was written: ${messageOf(error)}. Run it again.`,
    )
  })
}

/** Whether a request named a revision that is not the present one any more. References answer with 409, too. */
const isStale = (error: unknown): boolean =>
  error instanceof ClientError &&
  JSON.stringify(error.responseBody ?? '').includes('documentRevisionIDDoesNotMatchError')

/** Only a patch can name a revision. A migration that names one itself needs no guard, which would make another one. */
function guardsOf(changes: readonly Mutation[], revisions: ReadonlyMap<string, string>): Mutation[] {
  const isChecked = (id: string) =>
    changes.some(
      (change) => 'patch' in change && change.patch.ifRevisionID !== undefined && changedId(change)[0] === id,
    )
  return [...new Set(changes.flatMap(changedId))].flatMap((id) => {
    const ifRevisionID = revisions.get(id)
    return ifRevisionID === undefined || isChecked(id) ? [] : {patch: {id, ifRevisionID, unset: ['_none']}}
  })
}

function changedId(change: Mutation): string[] {
  const {_id, id} = {_id: undefined, id: undefined, ...Object.values(change)[0]}
  return [_id, id].filter((known) => typeof known === 'string')
}

async function* iterate<Item>(items: readonly Item[]): AsyncIterableIterator<Item> {
  yield* items
}
