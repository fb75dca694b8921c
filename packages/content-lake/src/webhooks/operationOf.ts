import type {DocumentChange, WebhookConfig} from '../types.ts'

type Operation = WebhookConfig['on'][number]

type States = Pick<DocumentChange, 'before' | 'after'>

/**
 * What happened to one document, judged by its own id alone: the first publish creates the published document, an
 * unpublish deletes it. Nothing, when it came and went within one transaction.
 */
export function operationOf({before, after}: States): Operation | undefined {
  if (before) return after ? 'update' : 'delete'
  return after ? 'create' : undefined
}
