import type {DocumentChange, WebhookConfig} from '../types.ts'
import {operationOf} from './operationOf.ts'

/**
 * Whether a webhook may be concerned by a change, as far as that shows without evaluating its filter. Drafts count
 * only if it asks for them; versions of releases and the lake's own documents never do.
 */
export function isObserved(webhook: WebhookConfig, change: DocumentChange): boolean {
  const operation = operationOf(change)
  if (!operation || !webhook.on.includes(operation)) return false
  const [prefix, ...rest] = change.documentId.split('.')
  if (rest.length === 0) return true
  if (prefix === 'drafts') return webhook.includeDrafts === true
  return prefix !== 'versions' && prefix !== '_'
}
