import {isRecord} from '../json.ts'

/** A mistake in a configuration file. The message begins with its place. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(place: string, message: string) {
    super(`${place}: ${message}`)
  }
}

/** Narrows to an object with no other fields than these. */
export function objectAt(place: string, value: unknown, fields: readonly string[]): Record<string, unknown> {
  if (!isRecord(value)) throw new ConfigError(place, `an object with ${fields.join(', ')} is expected`)
  const unknown = Object.keys(value).find((name) => !fields.includes(name))
  if (unknown !== undefined) throw new ConfigError(place, `"${unknown}" is not one of ${fields.join(', ')}`)
  return value
}

/** Narrows to a list. `read`: narrows an item, and gets its place. */
export function listAt<Item>(place: string, value: unknown, read: (place: string, item: unknown) => Item): Item[] {
  if (!Array.isArray(value)) throw new ConfigError(place, 'a list is expected')
  return value.map((item, index) => read(`${place}[${index}]`, item))
}

export function textAt(place: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new ConfigError(place, 'a text is expected')
  return value
}

export function booleanAt(place: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new ConfigError(place, 'true or false is expected')
  return value
}

export function choiceAt<Choice extends string>(place: string, value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((known) => known === value)
  if (!choice) throw new ConfigError(place, `${JSON.stringify(value)} is not one of ${choices.join(', ')}`)
  return choice
}

export const optionalTextAt = (place: string, value: unknown): string | undefined =>
  value === undefined ? undefined : textAt(place, value)
