/** The webhook that tells the site of each published change: the same on the embedded lake and on hosted Sanity. */

/** Which documents: all but Sanity's own. Drafts and versions never reach a webhook. */
export const webhookFilter = '!string::startsWith(_type, "sanity.") && !string::startsWith(_type, "system.")'

/** What the site is told: which document changed, to which revision, and how. */
export const webhookProjection = '{_id, _type, _rev, "operation": delta::operation()}'

/** Where the site listens, from the root of its host. */
export const webhookPath = '/h5/api/revalidate'
