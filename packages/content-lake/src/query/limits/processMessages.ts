import type {RoleDefinition} from '../../roles/RoleDefinition.ts'
import type {StoredChange} from '../../store/DocumentStore.ts'
import type {JsonObject, LakeDocument, QueryRequest, QueryResponse} from '../../types.ts'

/** What the query process has to know besides the documents. */
export interface ProcessSettings {
  projectId: string
  dataset: string
  url: string
  maxQueryMs: number
  /** Besides the built-in ones. */
  roles: readonly RoleDefinition[]
}

export type ProcessRequest =
  /** Comes first. */
  | {kind: 'settings'; settings: ProcessSettings}
  | {kind: 'documents'; documents: LakeDocument[]}
  /** All documents have been sent. */
  | {kind: 'loaded'}
  | {kind: 'changes'; changes: StoredChange[]}
  | {kind: 'query'; id: number; request: QueryRequest}

export type ProcessAnswer =
  | {kind: 'started'; id: number}
  | {kind: 'response'; id: number; response: QueryResponse}
  | {kind: 'refusal'; id: number; status: number; body: JsonObject; message: string}
  | {kind: 'failure'; id: number; message: string}
