import {TypedError} from '../errors.ts'
import {isRecord} from '../json.ts'
import {DocumentView} from '../query/DocumentView.ts'
import {evaluate} from '../query/evaluate.ts'
import {CostlyQuery, QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {OutOfBudget, StepBudget, threadTime} from '../query/limits/StepBudget.ts'
import {planQuery} from '../query/parseQuery.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {ResolvedLakeOptions} from '../resolveOptions.ts'
import type {CommitRequest, CommitResult, JsonValue, MutationTarget, QueryRequest, QueryResponse} from '../types.ts'
import type {SelectIds} from './applyMutation.ts'
import {invalid, toHttpError} from './TransactionError.ts'
import type {Workspace} from './Workspace.ts'

/** Ids selected before the commit, by delete or patch. */
type Selected = ReadonlyMap<MutationTarget, readonly string[]>

interface SelectionSources {
  options: Pick<ResolvedLakeOptions, 'projectId' | 'dataset'>
  /** The stored documents that the author may read. */
  stored: () => DocumentView
  /** The author's id, what `identity()` is. */
  identityId: string
  selected: Selected
}

/**
 * Selects by GROQ among the documents that the author may read, drafts included, as the transaction left them. All
 * queries of one transaction share one time budget. Throws SlowSelectionError.
 */
export function createSelectIds({options, stored, identityId, selected}: SelectionSources): SelectIds {
  const context = {projectId: options.projectId, dataset: options.dataset, identityId}
  let leftMs: number = QUERY_LIMITS.sharedMs
  return (target, workspace) => {
    const known = selected.get(target)
    // Skip documents deleted meanwhile.
    if (known) return known.filter((id) => workspace.read(id))
    const {query = '', params = {}} = target
    const start = threadTime()
    try {
      const plan = planQuery(query, params)
      const documents = workspace.isUntouched ? stored() : present(workspace)
      const budget = new StepBudget(leftMs - (threadTime() - start), {
        stepsPerLook: 1,
        memory: QUERY_LIMITS.sharedMemory,
      })
      budget.step()
      return idsIn(evaluate({plan, params, documents, context, budget}))
    } catch (error) {
      if (!(error instanceof OutOfBudget || error instanceof CostlyQuery)) throw error
      throw new SlowSelectionError(target, {isOfStored: workspace.isUntouched})
    } finally {
      leftMs -= threadTime() - start
    }
  }
}

const present = (workspace: Workspace): DocumentView =>
  new DocumentView(Array.from(workspace.all(), (document) => presentDocument(document, {baseUrl: ''})))

/** Maximum number of slow queries per transaction. */
const MAX_SLOW = 16

interface Committer {
  commit(request: CommitRequest & {selected: Selected}): Promise<CommitResult>
  queryInProcess(request: QueryRequest): Promise<QueryResponse>
}

/** Commits. Slow queries of deletes and patches are evaluated in the query process, just before the transaction. */
export async function commitWithQueries(lake: Committer, request: CommitRequest): Promise<CommitResult> {
  const selected = new Map<MutationTarget, string[]>()
  for (;;) {
    try {
      return await lake.commit({...request, selected})
    } catch (error) {
      if (!(error instanceof SlowSelectionError) || !error.isOfStored || selected.size === MAX_SLOW) throw error
      selected.set(error.target, await select(error.target, request, lake))
    }
  }
}

async function select(
  target: MutationTarget,
  {author, mutations}: CommitRequest,
  lake: Pick<Committer, 'queryInProcess'>,
): Promise<string[]> {
  const {query = '', params = {}} = target
  const {result} = await lake.queryInProcess({query, params, perspective: 'raw', identity: author})
  try {
    return idsIn(result)
  } catch (error) {
    const index = mutations.findIndex((mutation) => Object.values(mutation).includes(target))
    throw toHttpError(error, 'mutation', index)
  }
}

/**
 * The query of a delete or patch is too slow for the main thread. Callers that can wait have it evaluated in the query
 * process, if it reads stored documents only; others get this as a 400.
 */
class SlowSelectionError extends TypedError {
  readonly target: MutationTarget
  /** Whether the query is independent of earlier steps of the transaction. */
  readonly isOfStored: boolean

  constructor(target: MutationTarget, {isOfStored}: {isOfStored: boolean}) {
    const description =
      'The queries of this transaction take too long to be evaluated within it: select the documents first, and change them by their ids'
    super(400, 'queryTooCostlyError', description)
    this.target = target
    this.isOfStored = isOfStored
  }
}

/** The ids in a query's result, each once: a list of references may name a document often. Throws TransactionError if it has none. */
function idsIn(result: JsonValue): string[] {
  if (result === null) return []
  return Array.from(new Set((Array.isArray(result) ? result : [result]).map(idOf)))
}

function idOf(row: JsonValue): string {
  if (typeof row === 'string') return row
  if (isRecord(row) && typeof row._id === 'string') return row._id
  throw invalid('The query of a delete or patch has to select documents or their ids')
}
