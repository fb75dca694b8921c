import type {Lake} from '../Lake.ts'
import {deltaAsDiff} from '../query/diff.ts'
import {evaluateGroq, type GroqNode, normalizeQuery, parseGroq, toJson} from '../query/groq.ts'
import {countSteps, stepCounter} from '../query/limits/countSteps.ts'
import {checkSize, QUERY_LIMITS} from '../query/limits/queryLimits.ts'
import {StepBudget, withTimeLimit} from '../query/limits/StepBudget.ts'
import {useNativeFunctions} from '../query/nativeFunctions.ts'
import type {WebhookConfig} from '../types.ts'
import type {Delivery} from './WebhookQueue.ts'

/** The body for a queued change; null if the filter excludes it. Throws OutOfBudget for a slow or large one. */
export type RenderBody = (delivery: Delivery) => string | null

function parsePart(webhook: WebhookConfig, part: 'filter' | 'projection'): GroqNode | undefined {
  const source = webhook[part]?.trim()
  if (!source) return undefined
  try {
    return useNativeFunctions(countSteps(parseGroq(deltaAsDiff(normalizeQuery(source)), {mode: 'delta'})))
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

  const render = ({before, after, transactionTime}: Delivery): string | null => {
    const root = after ?? before
    const budget = new StepBudget(QUERY_LIMITS.sharedMs, {memory: QUERY_LIMITS.sharedMemory})
    const options = {
      root,
      before,
      after,
      params: stepCounter(budget),
      timestamp: new Date(transactionTime),
      sanity: {projectId, dataset},
      dereference: ({_ref}: {_ref: string}) => lake.documents.get(_ref),
    }
    if (filter && toJson(evaluateGroq(filter, options)) !== true) return null
    if (!projection) return JSON.stringify(root)
    const value = evaluateGroq(projection, options)
    checkSize(value.data)
    return JSON.stringify(toJson(value) ?? null)
  }
  // V8 enforces the limit, as any GROQ is allowed here: it costs little beside a request.
  return (delivery) => withTimeLimit(QUERY_LIMITS.sharedMs, () => render(delivery))
}
