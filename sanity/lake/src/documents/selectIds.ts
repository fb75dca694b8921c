import {DocumentView} from '../query/DocumentView.ts'
import {evaluate} from '../query/evaluate.ts'
import {OutOfTime, StepBudget} from '../query/limits/StepBudget.ts'
import {queryTimedOut} from '../query/limits/threadErrors.ts'
import {planQuery} from '../query/parseQuery.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {JsonValue, ResolvedLakeOptions} from '../types.ts'
import type {SelectIds} from './applyMutation.ts'
import {invalid} from './Refusal.ts'
import type {Workspace} from './Workspace.ts'

type SelectOptions = Pick<ResolvedLakeOptions, 'projectId' | 'dataset' | 'maxQueryMs'>

/**
 * Selects by GROQ among all documents, drafts included, as the transaction has left them so far. `stored` gives the
 * documents as they are while the transaction has changed nothing.
 */
export function createSelectIds(options: SelectOptions, stored: () => DocumentView): SelectIds {
  return ({query = '', params = {}}, workspace) => {
    const documents = workspace.isUntouched ? stored() : present(workspace)
    const context = {projectId: options.projectId, dataset: options.dataset, identityId: 'lake'}
    const budget = new StepBudget(options.maxQueryMs)
    const plan = planQuery(query, params)
    const result = inTime(options, () => evaluate({plan, params, documents, context, budget}))
    if (result === null) return []
    return (Array.isArray(result) ? result : [result]).map(idOf)
  }
}

function inTime<Result>({maxQueryMs}: SelectOptions, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw error instanceof OutOfTime ? queryTimedOut(maxQueryMs) : error
  }
}

const present = (workspace: Workspace): DocumentView =>
  new DocumentView(Array.from(workspace.all(), (document) => presentDocument(document, {baseUrl: ''})))

function idOf(row: JsonValue): string {
  if (typeof row === 'string') return row
  if (typeof row === 'object' && row !== null && !Array.isArray(row) && typeof row._id === 'string') return row._id
  throw invalid('The query of a delete or patch has to select documents or their ids')
}
