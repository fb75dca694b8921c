/** Redis, the proxy, the database, mail server and webhook of enquiries, and the collector of traces, each as the site connects to it. */
import {type DatabaseState, inspectDatabase} from '../../enquiries/database/inspectDatabase.ts'
import type {DatabasePlace} from '../../enquiries/database/openDatabase.ts'
import type {MailSettings, WebhookSettings} from '../../enquiries/enquiryEnv.ts'
import {withBasePath} from '../../lib/urls.ts'
import {answerLimit, type Finding, fail, ok, reasonOf, shown, skip, warn} from './checkResult.ts'

export async function checkRedis(url: string | undefined, limit = answerLimit): Promise<Finding[]> {
  if (!url) return [skip('Redis: REDIS_URL is not set; one instance needs none')]
  // Loaded for those who have it only: it is a third of what this command takes.
  const [{createClient, ErrorReply}, {channel}] = await Promise.all([
    import('@redis/client'),
    import('../../server/revalidation/instances.ts'),
  ])
  const client = createClient({url, socket: {connectTimeout: limit, reconnectStrategy: false}})
  // An error without a listener would end the process.
  client.on('error', () => {})
  try {
    await within(
      limit,
      client.connect().then(() => client.subscribe(channel, () => {})),
    )
    return [ok(`Redis answers at ${shown(url)}`)]
  } catch (error) {
    if (error instanceof ErrorReply && error.message.startsWith('NOPERM')) {
      return [
        fail(
          `Redis at ${shown(url)} lets nobody subscribe to ${channel} under this name. Allow its user that channel, to subscribe and to publish.`,
        ),
      ]
    }
    return [
      fail(
        `Redis does not answer at ${shown(url)}: ${reasonOf(error)}. Start it, correct REDIS_URL, or unset it with one instance.`,
      ),
    ]
  } finally {
    client.destroy()
  }
}

export async function checkDatabase(place: DatabasePlace, limit = answerLimit): Promise<Finding[]> {
  const what = place.url ? `PostgreSQL at ${shown(place.url)}` : 'The embedded database of enquiries'
  try {
    const state = await within(limit, inspectDatabase(place, limit))
    if (!state) return [skip(`${what} is not there yet; the site makes it`)]
    if (state.readOnly) return [fail(`${what} takes no writes. Point DATABASE_URL to the primary server.`)]
    if (state.pending.length > 0) {
      return [
        fail(`${what} lacks ${state.pending.join(', ')}. Start the site, or restart it: it migrates its database.`),
      ]
    }
    if (state.unknown.length > 0) {
      return [warn(`${what} was migrated by a newer version (${state.unknown.join(', ')}). This one works with it.`)]
    }
    return [ok(`${what} answers and is up to date`), ...state.failed.map(failedDeliveries)]
  } catch (error) {
    const remedy = place.url
      ? `${isMissing(error) ? 'Create it (createdb)' : 'Start it'}, or correct DATABASE_URL.`
      : `If it is not its permissions, stop the product and move ${place.file} away. Restore a backup with another DATA_DIR and take that file from there; without a backup the site begins an empty one.`
    return [fail(`${what} cannot be read: ${reasonOf(error)}. ${remedy}`)]
  }
}

function failedDeliveries({sink, problem, count}: DatabaseState['failed'][number]): Finding {
  const what = count === 1 ? '1 delivery of an enquiry has' : `${count} deliveries of enquiries have`
  return warn(
    `${what} failed by ${sink}: ${problem}. Correct the receiver or its setting; "npm run enquiries -- list" names the enquiries.`,
  )
}

/** PostgreSQL's code where the server answers and has no database of that name. */
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '3D000'

export async function checkMail(mail: MailSettings | undefined, limit = answerLimit): Promise<Finding[]> {
  if (!mail) return [skip('Mail: SMTP_URL is not set; nobody is told of enquiries by mail')]
  const {greetMailServer} = await import('../../enquiries/outbox/mailSink.ts')
  try {
    await within(limit, greetMailServer(mail, limit))
    return [ok(`Mail server answers at ${shown(mail.server)}`)]
  } catch (error) {
    return [
      fail(
        `The mail server at ${shown(mail.server)} does not take our greeting: ${mailReasonOf(error)}. Check that it runs, and name, password and port in SMTP_URL.`,
      ),
    ]
  }
}

/** By the codes of Nodemailer. */
const mailReasons: Record<string, string> = {
  EAUTH: 'name or password refused',
  EDNS: 'unknown host name',
  ESOCKET: 'connection refused or closed, or no valid certificate',
  ETIMEDOUT: 'no answer in time',
  ETLS: 'no encryption',
}

/** Explains an error's code in words. The code stays, as the log and the Studio show it. */
function mailReasonOf(error: unknown): string {
  const reason = reasonOf(error)
  const words = mailReasons[reason.split(' ').at(-1) ?? '']
  return words ? `${words} (${reason})` : reason
}

/** Checks whether somebody answers. A request that posts nothing cannot tell whether an enquiry would be taken. */
export async function checkWebhook(webhook: WebhookSettings | undefined, limit = answerLimit): Promise<Finding[]> {
  if (!webhook) return [skip('Webhook: ENQUIRY_WEBHOOK_URL is not set; enquiries are posted nowhere')]
  const place = shown(webhook.url)
  const consequence = 'Enquiries are stored meanwhile, and posting them is tried for a week.'
  try {
    const {status} = await fetch(webhook.url, {method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(limit)})
    if (status >= 300 && status < 400) {
      return [
        fail(
          `The webhook of enquiries at ${place} redirects (${status}), and enquiries are not sent on. Set ENQUIRY_WEBHOOK_URL to the address that it leads to.`,
        ),
      ]
    }
    if (status >= 500) {
      return [warn(`The webhook of enquiries at ${place} answers with ${status}. ${consequence} Look at its own log.`)]
    }
    return [ok(`The webhook of enquiries answers at ${place}; nothing was posted`)]
  } catch (error) {
    return [
      fail(
        `The webhook of enquiries does not answer at ${place}: ${reasonOf(error)}. ${consequence} Start it, or correct ENQUIRY_WEBHOOK_URL.`,
      ),
    ]
  }
}

/**
 * Checks the address at which the site renews its pages in a proxy. Without the proxy, or the site behind it, visitors
 * get pages that are up to a second old.
 */
export async function checkProxy(url: string | undefined, limit = answerLimit): Promise<Finding[]> {
  if (!url)
    return [skip('Proxy: SITE_PROXY_URL is not set; a cache in front of the site shows a publish after its second')]
  const consequence =
    'A cache in front of the site then shows a publish only after its second. Start the proxy, correct SITE_PROXY_URL, or unset it.'
  try {
    const {status} = await fetch(url + withBasePath('/api/live'), {
      redirect: 'manual',
      signal: AbortSignal.timeout(limit),
    })
    // The lines about ports say whether the site itself is away.
    if (status === 200 || status === 502 || status === 504) return [ok(`The proxy answers at ${shown(url)}`)]
    return [warn(`${shown(url)} does not lead to the site (${status}). ${consequence}`)]
  } catch (error) {
    return [warn(`The proxy does not answer at ${shown(url)}: ${reasonOf(error)}. ${consequence}`)]
  }
}

/** Sends a batch without spans. The site serves pages even if the collector is away. */
export async function checkCollector(endpoint: string | undefined, limit = answerLimit): Promise<Finding[]> {
  if (!endpoint) return [skip('Traces: OTEL_EXPORTER_OTLP_ENDPOINT is not set; none are sent')]
  try {
    const {status} = await fetch(endpoint, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(limit),
    })
    // A collector that wants a key gets it from the site in OTEL_EXPORTER_OTLP_HEADERS.
    const isCollector = status < 300 || status === 401 || status === 403
    if (isCollector) return [ok(`The collector of traces answers at ${shown(endpoint)}`)]
    return [
      warn(
        `${shown(endpoint)} takes no traces (${status}). Set OTEL_EXPORTER_OTLP_ENDPOINT to the collector’s port for OTLP over HTTP, mostly 4318.`,
      ),
    ]
  } catch (error) {
    return [
      warn(
        `The collector of traces does not answer at ${shown(endpoint)}: ${reasonOf(error)}. Start it, correct OTEL_EXPORTER_OTLP_ENDPOINT, or unset it.`,
      ),
    ]
  }
}

/** For programs that accept a connection and say nothing. */
async function within<Result>(limit: number, work: Promise<Result>): Promise<Result> {
  const {promise: late, reject} = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), limit)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
