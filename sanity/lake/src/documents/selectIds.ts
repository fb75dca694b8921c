import {DocumentView} from '../query/DocumentView.ts'
import {evaluate} from '../query/evaluate.ts'
import {planQuery} from '../query/parseQuery.ts'
import {presentDocument} from '../query/presentDocument.ts'
import type {JsonValue} from '../types.ts'
import type {SelectIds} from './applyMutation.ts'
import {invalid} from './Refusal.ts'
import type {Workspace} from './Workspace.ts'

/**
 * Selects by GROQ among all documents, drafts included, as the transaction has left them so far. `stored` gives the
 * documents as they are while the transaction has changed nothing.
 */
export function createSelectIds(place: {projectId: string; dataset: string}, stored: () => DocumentView): SelectIds {
  return ({query = '', params = {}}, workspace) => {
    const documents = workspace.isUntouched ? stored() : present(workspace)
    const context = {...place, identityId: 'lake'}
    const result = evaluate({plan: planQuery(query, params), params, documents, context})
    if (result === null) return []
    return (Array.isArray(result) ? result : [result]).map(idOf)
  }
}

const present = (workspace: Workspace): DocumentView =>
  new DocumentView(Array.from(workspace.all(), (document) => presentDocument(document, {baseUrl: ''})))

function idOf(row: JsonValue): string {
  if (typeof row === 'string') return row
  if (typeof row === 'object' && row !== null && !Array.isArray(row) && typeof row._id === 'string') return row._id
  throw invalid('The query of a delete or patch has to select documents or their ids')
}
