import {deltaAsDiff} from '../query/diff.ts'
import {evaluateGroq, type GroqNode, normalizeQuery, parseGroq, toJson} from '../query/groq.ts'
import {useNativeFunctions} from '../query/nativeFunctions.ts'
import type {Lake, WebhookConfig} from '../types.ts'
import type {Delivery} from './WebhookQueue.ts'

/** The body for a queued change; null if the filter excludes it. */
export type RenderBody = (delivery: Delivery) => string | null

function parsePart(webhook: WebhookConfig, part: 'filter' | 'projection'): GroqNode | undefined {
  const source = webhook[part]?.trim()
  if (!source) return undefined
  try {
    return useNativeFunctions(parseGroq(deltaAsDiff(normalizeQuery(source)), {mode: 'delta'}))
  } catch (error) {
    throw new Error(`The ${part} of webhook "${webhook.name}" is not valid GROQ: ${String(error)}`)
  }
}

/**
 * Compiles a webhook's filter and projection. Both have the document after the change (before it, for a delete) as
 * root, and `before()`, `after()` and `delta::`. Without a projection the whole document is sent.
 */
export function compileWebhook(webhook: WebhookConfig, lake: Pick<Lake, 'options' | 'documents'>): RenderBody {
  const filter = parsePart(webhook, 'filter')
  const projection = parsePart(webhook, 'projection')
  const {projectId, dataset} = lake.options

  return ({before, after, transactionTime}) => {
    const root = after ?? before
    const options = {
      root,
      before,
      after,
      dataset: [],
      params: {},
      identity: '',
      timestamp: new Date(transactionTime),
      sanity: {projectId, dataset},
      dereference: ({_ref}: {_ref: string}) => lake.documents.get(_ref),
    }
    if (filter && toJson(evaluateGroq(filter, options)) !== true) return null
    return JSON.stringify(projection ? (toJson(evaluateGroq(projection, options)) ?? null) : root)
  }
}
