import {createTransport} from 'nodemailer'
import type {MailSettings} from '../../enquiryEnv.ts'
import {DeliveryError, type Sink} from '../Sink.ts'
import {describeEnquiry, subjectOf} from './describeEnquiry.ts'

/** In milliseconds; all of it stays below the lease of a delivery. */
const patience = {connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000}

/** Sends each enquiry as a mail of its own; an answer to it goes to the visitor. */
export function mailSink({server, to, from}: MailSettings): Sink {
  const transport = createTransport({url: server, ...patience})
  return {
    name: 'mail',
    async send(enquiry) {
      try {
        await transport.sendMail({
          from,
          to,
          ...(enquiry.mail && {replyTo: {name: '', address: enquiry.mail}}),
          subject: subjectOf(enquiry),
          text: describeEnquiry(enquiry),
          // The same for each attempt: a mailbox can tell a second copy.
          messageId: `<${enquiry.id}@enquiries>`,
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw new DeliveryError(problemOf(error))
      }
    },
  }
}

/** A server's own words may quote the mail: only its codes are kept. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'SMTP'
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `SMTP${status}${code}`
}
