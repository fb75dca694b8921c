/** The webhook that tells the site of each published change: the same on the embedded lake and on hosted Sanity. */

/** Which documents: all but Sanity's own. Drafts and versions never reach a webhook. */
const webhookFilter = '!string::startsWith(_type, "sanity.") && !string::startsWith(_type, "system.")'

/** What the site is told: which document changed, to which revision, and how. */
const webhookProjection = '{_id, _type, _rev, "operation": delta::operation()}'

/** Where the site listens, from the root of its host. */
export const webhookPath = '/h5/api/revalidate'

/**
 * The webhook as the embedded lake takes it (`--webhook`): all that the README's table tells for hosted Sanity.
 *
 * @param origin where the site answers, e.g. `http://127.0.0.1:3000`
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
