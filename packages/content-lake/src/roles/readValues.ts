import {isRecord} from '../json.ts'

/** A mistake in a configuration file. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly place: string

  constructor(place: string, message: string) {
    super(message)
    this.place = place
  }
}

/** Narrows to an object with no other fields than these. */
export function objectAt(place: string, value: unknown, fields: readonly string[]): Record<string, unknown> {
  if (!isRecord(value)) throw new ConfigError(place, `an object with ${fields.join(', ')} is expected`)
  const unknown = Object.keys(value).find((name) => !fields.includes(name))
  if (unknown !== undefined) throw new ConfigError(place, `"${unknown}" is not one of ${fields.join(', ')}`)
  return value
}

export function listAt(place: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new ConfigError(place, 'a list is expected')
  return value
}

export function textAt(place: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new ConfigError(place, 'a text is expected')
  return value
}

export const optionalTextAt = (place: string, value: unknown): string | undefined =>
  value === undefined ? undefined : textAt(place, value)
