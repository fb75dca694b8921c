import {readFileSync} from 'node:fs'
import {UsageError} from '../errors.ts'
import type {WebhookConfig} from '../types.ts'

const OPERATIONS = ['create', 'update', 'delete'] as const

function isOperation(value: unknown): value is WebhookConfig['on'][number] {
  return OPERATIONS.some((operation) => operation === value)
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function toWebhook(value: unknown, file: string): WebhookConfig {
  if (typeof value !== 'object' || value === null) throw new UsageError(`${file}: a webhook is a JSON object.`)
  const given: Partial<Record<keyof WebhookConfig, unknown>> = value
  const {name, url, secret, on = OPERATIONS, filter, projection, includeDrafts = false} = given
  if (typeof name !== 'string' || typeof url !== 'string' || typeof secret !== 'string') {
    throw new UsageError(`${file}: a webhook needs "name", "url" and "secret".`)
  }
  if (!Array.isArray(on) || !on.every(isOperation)) {
    throw new UsageError(`${file}: "on" of webhook "${name}" lists create, update and delete, or some of them.`)
  }
  if (!isOptionalText(filter) || !isOptionalText(projection) || typeof includeDrafts !== 'boolean') {
    throw new UsageError(`${file}: webhook "${name}" has a filter, projection or includeDrafts of the wrong type.`)
  }
  return {name, url, secret, on: [...on], ...(filter && {filter}), ...(projection && {projection}), includeDrafts}
}

/** Reads webhooks from a JSON file: one, or a list of them. */
export function readWebhooks(file: string): WebhookConfig[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).map((webhook) => toWebhook(webhook, file))
}
