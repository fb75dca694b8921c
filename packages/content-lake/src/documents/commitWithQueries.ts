import type {CommitRequest, CommitResult, Lake, MutationTarget} from '../types.ts'
import {explainRefusal} from './explainRefusal.ts'
import {idsIn} from './idsIn.ts'
import {SlowSelection} from './SlowSelection.ts'

/** So many slow queries a transaction may have. */
const MAX_SLOW = 16

/**
 * Commits, and has queries of deletes and patches that take long evaluated in the query process, so that they hold up
 * nobody. Those see the documents as they were a moment before the transaction.
 */
export async function commitWithQueries(
  lake: Pick<Lake, 'commit' | 'queryInProcess'>,
  request: CommitRequest,
): Promise<CommitResult> {
  const selected = new Map<MutationTarget, string[]>()
  for (;;) {
    try {
      return lake.commit({...request, selected})
    } catch (error) {
      if (!(error instanceof SlowSelection) || !error.isOfStored || selected.size === MAX_SLOW) throw error
      selected.set(error.target, await select(error.target, request, lake))
    }
  }
}

async function select(
  target: MutationTarget,
  {author, mutations}: CommitRequest,
  lake: Pick<Lake, 'queryInProcess'>,
): Promise<string[]> {
  const {query = '', params = {}} = target
  const {result} = await lake.queryInProcess({query, params, perspective: 'raw', identity: author})
  try {
    return idsIn(result)
  } catch (error) {
    const index = mutations.findIndex((mutation) => Object.values(mutation).includes(target))
    throw explainRefusal(error, 'mutation', index)
  }
}
