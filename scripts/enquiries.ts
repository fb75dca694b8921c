import {existsSync} from 'node:fs'
import {readEnquiryEnv} from '../enquiries/enquiryEnv.ts'
import {enquiryUsage, runEnquiryCommand} from '../enquiries/runEnquiryCommand.ts'
import {readCommandLine} from './product/commandLine.ts'
import {assertSameEnquiries} from './product/enquiryPlace.ts'
import {openEnquiries} from './product/openEnquiries.ts'
import {prepare} from './product/prepare.ts'
import {UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'

/** Reads and erases enquiries, also while the site runs. */
await runMain(async () => {
  const {values, words} = readCommandLine(enquiryUsage, {
    options: {csv: {type: 'boolean'}, status: {type: 'string'}, search: {type: 'string'}},
    words: Infinity,
  })
  if (words.length === 0 || words[0] === 'help') {
    console.log(enquiryUsage)
    return
  }
  prepare()
  assertSameEnquiries()
  const {mail, webhook, place} = readEnquiryEnv(process.env)
  // Made here, an empty one would answer for that of another folder, and keep a backup from being restored into this one.
  if (!place.url && !existsSync(place.file)) {
    throw new UserError(
      `${place.file} does not exist, so there are no enquiries. If there should be, set DATA_DIR to the folder of the product; a new product gets the file at its first "npm start".`,
    )
  }
  const database = await openEnquiries()
  const failure = await runEnquiryCommand({
    database,
    words,
    options: values,
    print: (text) => void process.stdout.write(text),
    now: Date.now(),
    sinks: [...(mail ? ['mail'] : []), ...(webhook ? ['webhook'] : [])],
  }).finally(() => database.close())
  if (failure) throw new UserError(failure)
  process.exit(0)
})
