/** The webhook for published changes: the same on the embedded lake and on hosted Sanity. */
import {withBasePath} from '../lib/urls.ts'

/**
 * Documents that visitors see: all but Sanity's own and those with a dot in the id, such as preview links and review
 * requests. Drafts and versions never reach a webhook.
 */
const webhookFilter =
  '!string::startsWith(_type, "sanity.") && !string::startsWith(_type, "system.") && count(string::split(_id, ".")) == 1'

/** The request's body: which document changed, to which revision, and how. */
const webhookProjection = '{_id, _type, _rev, "operation": delta::operation()}'

/** Path of the site's handler, from the root of its host. */
export const webhookPath = withBasePath('/api/revalidate')

/**
 * Configuration for the embedded lake (`--webhook`), equal to the table of `docs/hosted-sanity.md`.
 *
 * @param origin origin of the site, e.g. `http://127.0.0.1:3000`
 */
export function siteWebhook(origin: string, secret: string) {
  return {
    name: 'site',
    url: `${origin}${webhookPath}`,
    secret,
    on: ['create', 'update', 'delete'],
    filter: webhookFilter,
    projection: webhookProjection,
  }
}
