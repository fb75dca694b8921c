import type {Migration} from '@sanity/migrate'

/** Is this a result of `defineMigration`? */
export function isMigration(value: unknown): value is Migration {
  return typeof value === 'object' && value !== null && 'title' in value && 'migrate' in value
}
