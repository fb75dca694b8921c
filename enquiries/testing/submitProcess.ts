/** A process that submits enquiries one after the other, as an instance of the site does, and prints each result. */
import {randomUUID} from 'node:crypto'
import {openDatabase} from '../database/openDatabase.ts'
import {startWorker} from '../outbox/outbox.ts'
import {webhookSink} from '../outbox/webhookSink.ts'
import {submitEnquiry} from '../submitEnquiry.ts'
import {newEnquiry, submissionOf} from './fixtures.ts'

const {place, from, to, webhook, limited} = JSON.parse(process.argv[2] ?? '')
const database = await openDatabase(place)
const sinks = webhook ? [webhookSink({url: webhook, secret: 'secret', format: 'json'})] : []
if (webhook) {
  startWorker({
    database,
    sinks,
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    log: () => {},
    retentionDays: 365,
  })
}
const plenty = {count: 100_000, period: 60_000}
for (let index = from; index < to; index += 1) {
  const submission = submissionOf({
    enquiry: newEnquiry({name: `Visitor ${index}`}),
    formKey: randomUUID(),
    sinks: sinks.map(({name}) => name),
    now: Date.now(),
  })
  const result = await submitEnquiry(database, submission, limited ? undefined : {address: plenty, all: plenty})
  process.stdout.write(`${index} ${result}\n`)
}
if (!webhook) await database.close()
