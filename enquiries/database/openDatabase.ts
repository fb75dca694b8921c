import {CamelCasePlugin, Kysely} from 'kysely'
import {Migrator} from 'kysely/migration'
import {databaseKind} from './dialects.ts'
import {migrations} from './migrations.ts'
import type {EnquiryTables} from './tables.ts'

export interface EnquiryDatabase {
  query: Kysely<EnquiryTables>
  /** Makes sure that nothing is left of what has been erased. */
  afterErasing: () => Promise<void>
  close: () => Promise<void>
}

export interface DatabasePlace {
  /** Of a PostgreSQL server. */
  url?: string | undefined
  /** Of the embedded database, where there is no address. */
  file: string
}

/** Opens the database of enquiries and brings its tables up to date. */
export async function openDatabase(place: DatabasePlace): Promise<EnquiryDatabase> {
  const {dialect, afterErasing} = databaseKind(place)
  const query = new Kysely<EnquiryTables>({dialect, plugins: [new CamelCasePlugin()]})
  const migrator = new Migrator({db: query, provider: {getMigrations: async () => migrations}})
  const {error} = await migrator.migrateToLatest()
  if (error) {
    await query.destroy()
    throw error
  }
  return {query, afterErasing: () => afterErasing(query), close: () => query.destroy()}
}
