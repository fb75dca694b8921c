import {resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import {messageOf, UsageError} from '../errors.ts'
import {readJsonFile} from '../files.ts'
import {booleanAt, ConfigError, choiceAt, listAt, objectAt, optionalTextAt, textAt} from '../roles/readValues.ts'
import type {ReleaseRule, UniqueRule, WebhookConfig} from '../types.ts'

/** Reads a JSON file. Throws UsageError with the file, the place in it and the mistake. */
function readConfig<Value>(what: string, file: string, read: (content: unknown) => Value): Value {
  try {
    return read(readJsonFile(file))
  } catch (error) {
    throw new UsageError(`The ${what} in ${file} cannot be used: ${messageOf(error)}`)
  }
}

export const readUniqueRules = (file: string): UniqueRule[] =>
  readConfig('unique fields', file, (content) =>
    listAt('the file', content, (place, rule) => ruleAt(place.replace('the file', ''), rule)),
  )

/** One webhook, or a list. */
export const readWebhooks = (file: string): WebhookConfig[] =>
  readConfig('webhooks', file, (content) => [content].flat().map((webhook, index) => webhookAt(`[${index}]`, webhook)))

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
  const fields = listAt(`${place}.fields`, rule.fields, textAt)
  if (fields.length === 0) throw new ConfigError(`${place}.fields`, 'there is no field in the list')
  const keep = booleanAt(`${place}.keep`, rule.keep ?? false)
  const message = optionalTextAt(`${place}.message`, rule.message)
  return {type: textAt(`${place}.type`, rule.type), fields, keep, ...(message !== undefined && {message})}
}

const OPERATIONS = ['create', 'update', 'delete'] as const
const WEBHOOK_FIELDS = ['name', 'url', 'secret', 'on', 'filter', 'projection', 'includeDrafts']

function webhookAt(place: string, value: unknown): WebhookConfig {
  const webhook = objectAt(place, value, WEBHOOK_FIELDS)
  const filter = optionalTextAt(`${place}.filter`, webhook.filter || undefined)
  const projection = optionalTextAt(`${place}.projection`, webhook.projection || undefined)
  return {
    name: textAt(`${place}.name`, webhook.name),
    url: textAt(`${place}.url`, webhook.url),
    secret: textAt(`${place}.secret`, webhook.secret),
    on: listAt(`${place}.on`, webhook.on ?? OPERATIONS, (_, one) => choiceAt(`${place}.on`, one, OPERATIONS)),
    ...(filter !== undefined && {filter}),
    ...(projection !== undefined && {projection}),
    includeDrafts: booleanAt(`${place}.includeDrafts`, webhook.includeDrafts ?? false),
  }
}
