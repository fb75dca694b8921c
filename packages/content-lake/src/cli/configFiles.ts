import {readFileSync} from 'node:fs'
import {resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import {messageOf, UsageError} from '../errors.ts'
import {ConfigError, listAt, objectAt, optionalTextAt, textAt} from '../roles/readValues.ts'
import type {ReleaseRule, UniqueRule, WebhookConfig} from '../types.ts'

/** Reads the unique rules from a JSON file. Throws UsageError with the file, the place in it and the mistake. */
export function readUniqueRules(file: string): UniqueRule[] {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return listAt('the file', content).map((rule, index) => ruleAt(`[${index}]`, rule))
  } catch (error) {
    const place = error instanceof ConfigError ? `${error.place}: ` : ''
    const reason = messageOf(error)
    throw new UsageError(`The unique fields in ${file} cannot be used: ${place}${reason}`)
  }
}

export async function loadReleaseRule(file: string): Promise<ReleaseRule> {
  const {default: rule}: {default?: unknown} = await import(pathToFileURL(resolve(file)).href).catch((error) => {
    throw new UsageError(`The release rule ${file} cannot be loaded: ${String(error)}`)
  })
  if (typeof rule !== 'function') throw new UsageError(`The release rule ${file} has to export a function as default.`)
  return (change) => {
    const reason: unknown = rule(change)
    if (reason === undefined || typeof reason === 'string') return reason
    throw new TypeError(`The release rule ${file} has to return a text or undefined`)
  }
}

function ruleAt(place: string, value: unknown): UniqueRule {
  const rule = objectAt(place, value, ['type', 'fields', 'keep', 'message'])
  const fields = listAt(`${place}.fields`, rule.fields).map((field, index) =>
    textAt(`${place}.fields[${index}]`, field),
  )
  if (fields.length === 0) throw new ConfigError(`${place}.fields`, 'there is no field in the list')
  const {keep = false} = rule
  if (typeof keep !== 'boolean') throw new ConfigError(`${place}.keep`, 'true or false is expected')
  const message = optionalTextAt(`${place}.message`, rule.message)
  return {type: textAt(`${place}.type`, rule.type), fields, keep, ...(message !== undefined && {message})}
}

const OPERATIONS = ['create', 'update', 'delete'] as const

const WEBHOOK_FIELDS = ['name', 'url', 'secret', 'on', 'filter', 'projection', 'includeDrafts'] as const

function isOperation(value: unknown): value is WebhookConfig['on'][number] {
  return OPERATIONS.some((operation) => operation === value)
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function toWebhook(value: unknown, file: string): WebhookConfig {
  if (typeof value !== 'object' || value === null) throw new UsageError(`${file}: a webhook is a JSON object.`)
  const unknown = Object.keys(value).find((key) => !WEBHOOK_FIELDS.some((field) => field === key))
  if (unknown !== undefined) {
    throw new UsageError(`${file}: a webhook has no "${unknown}", only ${WEBHOOK_FIELDS.join(', ')}.`)
  }
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

export function readWebhooks(file: string): WebhookConfig[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${messageOf(error)}`)
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).map((webhook) => toWebhook(webhook, file))
}
