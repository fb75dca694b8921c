import type {EnquiryDatabase} from '../database/openDatabase.ts'
import type {EnquiryChange} from '../enquiry.ts'

/** Notes what became of an enquiry, or has it delivered again where that was given up. False where there is none. */
export async function changeEnquiry(
  {query}: EnquiryDatabase,
  id: string,
  {status, note, redeliver}: EnquiryChange,
  now: number,
): Promise<boolean> {
  return query.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('enquiries')
      .set({changedAt: now, ...(status !== undefined && {status}), ...(note !== undefined && {note})})
      .where('id', '=', id)
      .executeTakeFirst()
    if (redeliver) {
      await transaction
        .updateTable('deliveries')
        // Counted from now on: it is given up again after the usual time.
        .set({state: 'waiting', attempts: 0, createdAt: now, nextAt: now})
        .where('enquiryId', '=', id)
        .where('state', '=', 'dead')
        .execute()
    }
    return changed.numUpdatedRows > 0n
  })
}
