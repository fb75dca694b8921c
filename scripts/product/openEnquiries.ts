import {dirname} from 'node:path'
import {openDatabase} from '../../enquiries/database/openDatabase.ts'
import {readEnquiryEnv} from '../../enquiries/enquiryEnv.ts'
import {messageOf} from '../../lib/messageOf.ts'
import {refusalOf, remedyFor} from './files.ts'
import {UserError} from './report.ts'

/** Opens the database of enquiries that the environment names. Throws a UserError with the cause if it cannot. */
export async function openEnquiries(): ReturnType<typeof openDatabase> {
  const {place} = readEnquiryEnv(process.env)
  return openDatabase(place).catch((error: unknown) => {
    const database = place.url ? 'The database of enquiries' : `The database of enquiries in ${place.file}`
    const refusal = place.url ? undefined : refusalOf(error, dirname(place.file))
    const remedy = refusal ? `. ${remedyFor(refusal, 'set DATA_DIR to another folder')}` : ''
    throw new UserError(`${database} cannot be opened: ${messageOf(error)}${remedy}`)
  })
}
