import {parseArgs} from 'node:util'
import {openDatabase} from '../enquiries/database/openDatabase.ts'
import {readEnquiryEnv} from '../enquiries/enquiryEnv.ts'
import {runEnquiryCommand} from '../enquiries/runEnquiryCommand.ts'
import {messageOf} from '../lib/messageOf.ts'
import {prepare} from './product/prepare.ts'
import {UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'

/** `npm run enquiries -- list|show|export --csv|retry|forget`: reads and erases enquiries, also while the site runs. */
await runMain(async () => {
  prepare()
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {csv: {type: 'boolean'}, status: {type: 'string'}, search: {type: 'string'}},
  })
  const {place} = readEnquiryEnv(process.env)
  const database = await openDatabase(place).catch((error: unknown) => {
    throw new UserError(`The database of enquiries cannot be opened: ${messageOf(error)}`)
  })
  const failure = await runEnquiryCommand({
    database,
    words: positionals,
    options: values,
    print: (text) => void process.stdout.write(text),
    now: Date.now(),
  }).finally(() => database.close())
  if (failure) throw new UserError(failure)
  process.exit(0)
})
