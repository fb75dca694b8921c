import {DocumentView} from '../query/DocumentView.ts'
import {evaluate} from '../query/evaluate.ts'
import {CostlyQuery} from '../query/limits/CostlyQuery.ts'
import {QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {OutOfBudget, StepBudget, threadTime} from '../query/limits/StepBudget.ts'
import {planQuery} from '../query/parseQuery.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {MutationTarget, ResolvedLakeOptions} from '../types.ts'
import type {SelectIds} from './applyMutation.ts'
import {idsIn} from './idsIn.ts'
import {SlowSelection} from './SlowSelection.ts'
import type {Workspace} from './Workspace.ts'

/** What the queries of a transaction have found, by the delete or patch that each belongs to. */
export type Selected = ReadonlyMap<MutationTarget, readonly string[]>

interface SelectionSources {
  options: Pick<ResolvedLakeOptions, 'projectId' | 'dataset'>
  /** The documents that the author sees, as they are stored. */
  stored: () => DocumentView
  selected: Selected
}

/**
 * Selects by GROQ among the documents that the author sees, drafts included, as the transaction has left them so far.
 * All queries of one transaction together get as long as one query may hold up others. Throws SlowSelection.
 */
export function createSelectIds({options, stored, selected}: SelectionSources): SelectIds {
  const context = {projectId: options.projectId, dataset: options.dataset, identityId: 'lake'}
  let leftMs: number = QUERY_LIMITS.sharedMs
  return (target, workspace) => {
    const known = selected.get(target)
    // What has been deleted since is not worth failing for.
    if (known) return known.filter((id) => workspace.see(id))
    const {query = '', params = {}} = target
    const start = threadTime()
    try {
      const plan = planQuery(query, params)
      const documents = workspace.isUntouched ? stored() : present(workspace)
      const budget = new StepBudget(leftMs - (threadTime() - start), {
        stepsPerLook: 1,
        room: QUERY_LIMITS.sharedRoom,
      })
      budget.step()
      return idsIn(evaluate({plan, params, documents, context, budget}))
    } catch (error) {
      if (!(error instanceof OutOfBudget || error instanceof CostlyQuery)) throw error
      throw new SlowSelection(target, {isOfStored: workspace.isUntouched})
    } finally {
      leftMs -= threadTime() - start
    }
  }
}

const present = (workspace: Workspace): DocumentView =>
  new DocumentView(Array.from(workspace.all(), (document) => presentDocument(document, {baseUrl: ''})))
