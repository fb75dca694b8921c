import {createTransport} from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import type {MailSettings} from '../enquiryEnv.ts'
import {describeEnquiry, subjectOf} from '../formats.ts'
import {DeliveryError, PartialDelivery, type Sink} from './outbox.ts'

/**
 * In milliseconds. A server may take ten minutes to accept a mail that it has received, by RFC 5321: whoever gives up before
 * sends it again, and again. The others tell a dead server sooner.
 */
const deliveryTimeout = 11 * 60_000
const timeouts = {connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000}

/** Sends a mail for each enquiry; a reply to it goes to the visitor. */
export function mailSink({server, to, from}: MailSettings, timeout = deliveryTimeout): Sink {
  const transport = createTransport({url: server, ...timeouts, socketTimeout: timeout})
  const everybody = new MailComposer({from, to}).compile().getEnvelope()
  return {
    name: 'mail',
    async send(enquiry, _, reached) {
      const wanted = everybody.to.filter((address) => !reached.includes(address))
      // The setting has changed since, and names none of those who were refused.
      if (wanted.length === 0) return
      const mail = {
        envelope: {from: everybody.from, to: wanted},
        from,
        to,
        ...(enquiry.mail && {replyTo: {name: '', address: enquiry.mail}}),
        subject: subjectOf(enquiry),
        text: describeEnquiry(enquiry),
        // The same for each attempt, so that mail programs can drop a duplicate.
        messageId: `<${enquiry.id}@enquiries>`,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(timeout),
      }
      const {rejectedErrors = [], rejected} = await transport.sendMail(mail).catch((error: unknown) => {
        throw new DeliveryError(refusalsOf(error))
      })
      if (rejectedErrors.length === 0) return
      const accepted = wanted.filter((address) => !rejected.includes(address))
      throw new PartialDelivery(refusalsOf({rejectedErrors}), [...reached, ...accepted])
    },
  }
}

/**
 * Connects to the mail server, signs in where the address has a name, and sends nothing. Throws a DeliveryError with the
 * server's code.
 */
export async function greetMailServer({server}: Pick<MailSettings, 'server'>, timeout: number): Promise<void> {
  const limits = {connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout, dnsTimeout: timeout}
  const transport = createTransport({url: server, ...limits})
  try {
    await transport.verify()
  } catch (error) {
    throw new DeliveryError(smtpErrorCode(error))
  } finally {
    transport.close()
  }
}

/** Code and recipient, whom the operator has named, of each refusal; the code of any other error. */
function refusalsOf(error: unknown): string {
  const {rejectedErrors}: {rejectedErrors?: unknown} = Object(error)
  const errors: unknown[] = Array.isArray(rejectedErrors) ? rejectedErrors : [error]
  return errors
    .map((one) => {
      const {recipient}: {recipient?: unknown} = Object(one)
      return recipient === undefined ? smtpErrorCode(one) : `${smtpErrorCode(one)} (${String(recipient)})`
    })
    .join(', ')
}

/** Error codes only: the server's message may quote the mail. */
function smtpErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'SMTP'
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `SMTP${status}${code}`
}
