/** All enquiries as lines of JSON, which either database takes: for backups. */
import {sql} from 'kysely'
import {z} from 'zod'
import type {EnquiryDatabase} from './database/openDatabase.ts'
import {saltPrefix} from './limits.ts'

/** The tables and their primary keys. In this order, as rows refer to rows of earlier tables. Limits live for hours and stay out. */
const tables = [
  {table: 'enquiries', key: 'id'},
  {table: 'submissionKeys', key: 'key'},
  {table: 'deliveries', key: 'id'},
  // Has the secret of the submission keys: without it a form that is sent again would be stored twice.
  {table: 'secrets', key: 'name'},
] as const

/** Rows by table. */
export type RowCounts = Record<(typeof tables)[number]['table'], number>

/** Rows that are read at a time. */
const batch = 500

const rowShape = z.record(z.string().regex(/^\w+$/), z.union([z.string(), z.number(), z.null()]))
const lineShape = z.object({table: z.enum(tables.map(({table}) => table)), row: rowShape})

/** Writes each row as a line, one after the other; all rows are of one time. Rejects if a line cannot be written. */
export async function dumpEnquiries(
  {query}: EnquiryDatabase,
  write: (line: string) => Promise<void> | void,
): Promise<RowCounts> {
  const counts: RowCounts = {enquiries: 0, submissionKeys: 0, deliveries: 0, secrets: 0}
  await query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      for (const {table, key} of tables) {
        for await (const row of rowsOf(transaction, table, key)) {
          // Without the daily salts: a day later nobody may be able to trace a hash back to its address.
          if (table === 'secrets' && String(row.name).startsWith(saltPrefix)) continue
          await write(`${JSON.stringify({table, row})}\n`)
          counts[table]++
        }
      }
    })
  return counts
}

/** Reads a table in batches, in the order of its key. */
async function* rowsOf(query: EnquiryDatabase['query'], table: string, key: string) {
  let after = ''
  for (;;) {
    const page = sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${sql.lit(batch)}`
    const {rows} = await page.execute(query)
    yield* rows
    if (rows.length < batch) return
    after = String(rows.at(-1)?.[key])
  }
}

/**
 * Loads the rows of a dump into an empty database, all or none. Deliveries that a process had leased are free again.
 *
 * @throws if a line is not from a dump, and if there are enquiries already.
 */
export async function loadEnquiries({query}: EnquiryDatabase, lines: AsyncIterable<string>): Promise<RowCounts> {
  const counts: RowCounts = {enquiries: 0, submissionKeys: 0, deliveries: 0, secrets: 0}
  await query.transaction().execute(async (transaction) => {
    if (await transaction.selectFrom('enquiries').select('id').limit(1).executeTakeFirst()) {
      throw new Error('The database holds enquiries already; an empty one is needed')
    }
    await transaction.deleteFrom('secrets').execute()
    for await (const line of lines) {
      const {table, row} = lineShape.parse(JSON.parse(line))
      const columns = Object.keys(row).map((name) => sql.ref(name))
      await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
        transaction,
      )
      counts[table]++
    }
    await transaction.updateTable('deliveries').set({lease: null, leasedUntil: 0}).execute()
  })
  return counts
}

/**
 * Takes out of the database what `loadEnquiries` has put there. Throws, and changes nothing, if there are other enquiries, or some
 * were changed since: then it is not the one that was loaded, or somebody uses it.
 */
export async function unloadEnquiries({query}: EnquiryDatabase, lines: AsyncIterable<string>): Promise<void> {
  const rows: z.output<typeof lineShape>[] = []
  for await (const line of lines) rows.push(lineShape.parse(JSON.parse(line)))
  await query.transaction().execute(async (transaction) => {
    for (const {row} of rows.filter(({table}) => table === 'enquiries')) {
      const one = transaction.selectFrom('enquiries').select('changedAt').where('id', '=', String(row.id))
      const kept = await one.executeTakeFirst()
      if (kept && kept.changedAt !== Number(row.changedAt))
        throw new Error('The enquiries in the database were changed since')
    }
    for (const {table, key} of tables.toReversed()) {
      for (const {row} of rows.filter((one) => one.table === table)) {
        await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${row[key]}`.execute(transaction)
      }
    }
    if (await transaction.selectFrom('enquiries').select('id').limit(1).executeTakeFirst()) {
      throw new Error('The database holds other enquiries by now; an empty one is needed')
    }
  })
}
