import {sql} from 'kysely'
import type {EnquiryDatabase} from './database/openDatabase.ts'
import {
  type Delivery,
  type Enquiry,
  type EnquiryChange,
  type EnquiryFilter,
  type EnquiryPage,
  enquiryStatuses,
} from './enquiry.ts'
import {fields} from './fields.ts'
import {saltPrefix} from './limits.ts'

const day = 24 * 60 * 60_000
/** Retention of spam, in days. */
const spamDays = 30
const pageSize = 50

const searchedColumns = [
  ...fields.map(({name}) => (name === 'interest' ? 'interestName' : name)),
  'phoneNumber',
  'note',
] as const

/** In one text, so that a row is looked at once. No word spans two. */
const allTexts = sql.join(
  searchedColumns.map((column) => sql.ref(column)),
  sql` || ' ' || `,
)

/** Lists a page of the enquiries that match a filter, newest first. */
export async function listEnquiries(
  database: EnquiryDatabase,
  {status, text, before}: EnquiryFilter,
  size = pageSize,
): Promise<EnquiryPage> {
  let query = database.query.selectFrom('enquiries').selectAll()
  if (status) query = query.where('status', '=', status)
  for (const word of (text ?? '').split(/\s+/).filter(Boolean)) {
    query = query.where(database.holds(allTexts, word))
  }
  if (before) {
    query = query.where(({or, and, eb}) =>
      or([
        eb('createdAt', '<', before.createdAt),
        and([eb('createdAt', '=', before.createdAt), eb('id', '<', before.id)]),
      ]),
    )
  }
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1)
    .execute()
  return {
    enquiries: await withDeliveries(database, rows.slice(0, size)),
    counts: await countByStatus(database),
    more: rows.length > size,
  }
}

/** Reads one enquiry. */
export async function readEnquiry(database: EnquiryDatabase, id: string): Promise<Enquiry | undefined> {
  const rows = await database.query.selectFrom('enquiries').selectAll().where('id', '=', id).execute()
  return (await withDeliveries(database, rows))[0]
}

/** Iterates over all enquiries that match a filter, newest first. */
export async function* eachEnquiry(database: EnquiryDatabase, filter: EnquiryFilter): AsyncGenerator<Enquiry> {
  let before = filter.before
  for (;;) {
    const {enquiries, more} = await listEnquiries(database, {...filter, before}, 500)
    yield* enquiries
    const last = enquiries.at(-1)
    if (!more || !last) return
    before = {createdAt: last.createdAt, id: last.id}
  }
}

/**
 * Changes status or note, and retries deliveries that have failed or were given up. Returns false and changes nothing if there
 * is no such enquiry, or if its note is neither the one to replace nor, as after an attempt without an answer, the new one.
 */
export async function changeEnquiry(
  {query}: EnquiryDatabase,
  id: string,
  {status, note, redeliver}: EnquiryChange,
  now: number,
): Promise<boolean> {
  return query.transaction().execute(async (transaction) => {
    let update = transaction
      .updateTable('enquiries')
      .set({changedAt: now, ...(status !== undefined && {status}), ...(note && {note: note.text})})
      .where('id', '=', id)
    if (note) update = update.where('note', 'in', [note.before, note.text])
    const {numUpdatedRows} = await update.executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (redeliver) {
      const deliveries = transaction.updateTable('deliveries').where('enquiryId', '=', id)
      // Not those that still wait for their first turn.
      await deliveries.set({nextAt: now}).where('state', '=', 'waiting').where('attempts', '>', 0).execute()
      // A new creation time restarts the time after which a delivery is given up.
      await deliveries
        .set({state: 'waiting', attempts: 0, createdAt: now, nextAt: now})
        .where('state', '=', 'dead')
        .execute()
    }
    return true
  })
}

/** Erases one enquiry with its deliveries and keys. Returns false if there is no such enquiry. */
export async function forgetEnquiry(database: EnquiryDatabase, id: string): Promise<boolean> {
  const {numDeletedRows} = await database.query.deleteFrom('enquiries').where('id', '=', id).executeTakeFirst()
  await database.purge()
  return numDeletedRows > 0n
}

interface Retention {
  now: number
  days: number
}

/**
 * Erases enquiries older than `days`, spam older than a month, and what the rate limits no longer need. Returns how many
 * enquiries were erased.
 */
export async function eraseExpired(database: EnquiryDatabase, {now, days}: Retention): Promise<number> {
  const {query} = database
  const erased = await query
    .deleteFrom('enquiries')
    .where(({or, and, eb}) =>
      or([
        eb('createdAt', '<', now - days * day),
        and([eb('status', '=', 'spam'), eb('createdAt', '<', now - Math.min(days, spamDays) * day)]),
      ]),
    )
    .executeTakeFirst()
  await query
    .deleteFrom('rateLimits')
    .where('arrival', '<', now - day)
    .execute()
  await query
    .deleteFrom('secrets')
    .where('name', 'like', `${saltPrefix}%`)
    .where('createdAt', '<', now - day)
    .execute()
  // Even if nothing was erased now: an earlier purge may have failed while another process was reading.
  await database.purge()
  return Number(erased.numDeletedRows)
}

async function withDeliveries({query}: EnquiryDatabase, rows: Omit<Enquiry, 'deliveries'>[]): Promise<Enquiry[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({id}) => id)
  const deliveries = await query
    .selectFrom('deliveries')
    .select(['enquiryId', 'sink', 'state', 'attempts', 'problem', 'reached'])
    .where('enquiryId', 'in', ids)
    .orderBy('sink')
    .execute()
  return rows.map((row) => ({
    ...row,
    deliveries: deliveries
      .filter(({enquiryId}) => enquiryId === row.id)
      .map(({enquiryId: _, reached, ...delivery}) => ({...delivery, isPartial: isPartial({...delivery, reached})})),
  }))
}

/** Until 28 November 2026 a delivery that some recipients were refused counted as delivered, with a problem. */
const isPartial = ({state, problem, reached}: Pick<Delivery, 'state' | 'problem'> & {reached: string}): boolean =>
  state === 'delivered' ? problem !== null : reached !== ''

async function countByStatus({query}: EnquiryDatabase): Promise<EnquiryPage['counts']> {
  const rows = await query
    .selectFrom('enquiries')
    .select(({fn}) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const counts = {new: 0, inProgress: 0, done: 0, spam: 0}
  for (const status of enquiryStatuses) counts[status] = Number(rows.find((row) => row.status === status)?.count ?? 0)
  return counts
}
