/** Constants of the site's behaviour. Times are in milliseconds. */

/** Path below which everything is served. */
export const basePath = '/h5'

/** Cookie with a visitor's explicit choice of language. */
export const languageCookie = {name: 'lang', maxAgeSeconds: 365 * 24 * 60 * 60} as const

/** Cookie that marks a draft request for Next. */
export const draftCookie = '__prerender_bypass'

/** Presentation's cookie with the names of the perspective, joined by commas. */
export const perspectiveCookie = 'sanity-preview-perspective'

/** Cookie of somebody who was sent a link to the preview of one page. */
export const previewLinkCookie = 'preview-link'

/** The page-load progress bar. */
export const progressBar = {
  /** A page that loads sooner shows no bar. */
  startDelay: 200,
  /** From empty to full, unless the page loads sooner. */
  duration: 5000,
  /** How long a full bar, or a failed one, stays. */
  hideDelay: 500,
  tick: 100,
} as const

/** The page transition: the old page leaves, then the new one enters, each for this long (`--motion` in the styles). */
export const pageTransition = {name: 'page', out: 200, in: 200} as const

/** Shortest interval between two reloads for a chunk that failed to load. */
export const reloadGuard = 60_000

/** A chunk that has not loaded by then has failed. */
export const chunkTimeout = 120_000

/** Once shown, a pending state stays at least this long, so that it does not flicker. */
export const minimumPending = 200

/** Longest wait of deferred work for the browser to be idle. */
export const idleTimeout = 2000

/** Time that an offline navigation has to find a connection before the bar shows a failure. */
export const connectionCheck = 500

/** Interval of trying again while a navigation waits for a connection. */
export const connectionRetry = 5000

/** Most pages that are prefetched before the visitor's first interaction. */
export const initialPrefetches = 2

/**
 * A page is prefetched once a link to it has been in the viewport, or within `margin` of it, for `stay` milliseconds.
 */
export const linkInView = {stay: 150, margin: '200px'} as const

/** Most fetched pages that are kept, as text. */
export const keptDocuments = 40

/** Interval of checking an open page for changes. */
export const freshnessInterval = 5 * 60_000

/** Time that the notice of a restored connection stays. */
export const onlineNoticeDuration = 5000

/** Timeout of a request to the content API, which is then retried or answered from the cache. */
export const contentTimeout = 10_000

/**
 * Markdown, the search index and `llms.txt` are renewed once nothing has been published for this long: during many
 * publishes in a row they would delay the pages, and be outdated by the next.
 */
export const copyDelay = 1000

/** Share pictures are rendered once nothing has been published for this long, as rendering delays other requests. */
export const pictureDelay = 3000

/** Pixels of a picture beside a shared link, as Open Graph's consumers crop it. */
export const shareImageSize = {width: 1200, height: 630} as const

/** Response header of a share image: the version of the content that it was drawn from. */
export const versionHeader = 'content-version'

/** File of the data folder that is as old as the last backup. */
export const lastBackupName = 'last-backup'
