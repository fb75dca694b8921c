import {sql} from 'kysely'
import type {EnquiryDatabase} from '../database/openDatabase.ts'
import {type Enquiry, type EnquiryFilter, type EnquiryPage, enquiryStatuses} from '../enquiry.ts'

const pageSize = 50
const searched = [
  'name',
  'company',
  'department',
  'position',
  'phone',
  'phoneNumber',
  'mail',
  'message',
  'interestName',
  'note',
] as const

/** The enquiries that a filter lets through, the newest first, a page at a time. */
export async function listEnquiries(
  database: EnquiryDatabase,
  {status, text, before}: EnquiryFilter,
  size = pageSize,
): Promise<EnquiryPage> {
  let query = database.query.selectFrom('enquiries').selectAll()
  if (status) query = query.where('status', '=', status)
  for (const word of (text ?? '').trim().toLowerCase().split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where(({or, ref}) =>
      or(searched.map((column) => sql<boolean>`lower(${ref(column)}) like ${pattern} escape '\\'`)),
    )
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

/** One enquiry; undefined where there is none of this id. */
export async function readEnquiry(database: EnquiryDatabase, id: string): Promise<Enquiry | undefined> {
  const rows = await database.query.selectFrom('enquiries').selectAll().where('id', '=', id).execute()
  return (await withDeliveries(database, rows))[0]
}

/** All that a filter lets through, page after page. */
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

async function withDeliveries({query}: EnquiryDatabase, rows: Omit<Enquiry, 'deliveries'>[]): Promise<Enquiry[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({id}) => id)
  const deliveries = await query
    .selectFrom('deliveries')
    .select(['enquiryId', 'sink', 'state', 'attempts', 'problem'])
    .where('enquiryId', 'in', ids)
    .orderBy('sink')
    .execute()
  return rows.map((row) => ({
    ...row,
    deliveries: deliveries.filter(({enquiryId}) => enquiryId === row.id).map(({enquiryId: _, ...delivery}) => delivery),
  }))
}

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
