import {openDatabase} from '../../enquiries/database/openDatabase.ts'
import {readEnquiryEnv} from '../../enquiries/enquiryEnv.ts'
import {messageOf} from '../../lib/messageOf.ts'
import {UserError} from './report.ts'

/** Opens the database of enquiries that the environment names. */
export async function openEnquiries(): ReturnType<typeof openDatabase> {
  return openDatabase(readEnquiryEnv(process.env).place).catch((error: unknown) => {
    throw new UserError(`The database of enquiries cannot be opened: ${messageOf(error)}`)
  })
}
