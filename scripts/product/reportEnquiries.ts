import {relative} from 'node:path'
import {readEnquiryEnv} from '../../enquiries/enquiryEnv.ts'
import {root} from './paths.ts'
import {step} from './report.ts'

/** Prints where enquiries are sent, or that nobody is notified of them. */
export function reportEnquiries(): void {
  const {place, mail, webhook} = readEnquiryEnv(process.env)
  const kept = place.url ? 'in PostgreSQL' : `in ${relative(root, place.file)}`
  const sinks = [...(mail ? ['mail'] : []), ...(webhook ? [`webhook (${webhook.format})`] : [])]
  step(
    sinks.length > 0
      ? `Enquiries are kept ${kept} and delivered by ${sinks.join(' and ')}`
      : `Enquiries are kept ${kept} and delivered to nobody: see docs/enquiries.md for mail and webhook`,
  )
}
