/** The numbers and names that the site's behaviour is specified by, in one place; times are in milliseconds. */

/** Everything that the site serves lies below this path. */
export const basePath = '/h5'

/** The cookie that holds a visitor's explicit choice of language. */
export const languageCookie = {name: 'lang', maxAgeSeconds: 365 * 24 * 60 * 60} as const

/** The cookie by which Next knows a draft request. */
export const draftCookie = '__prerender_bypass'

/** The bar at the top while a page loads. */
export const progressBar = {
  /** A page that comes sooner shows no bar at all. */
  startDelay: 200,
  /** From nothing to full, where the page does not come sooner. */
  duration: 5000,
  /** How long a full bar, or a failed one, stays. */
  hideDelay: 500,
  tick: 100,
} as const

/** The page transition: the old page leaves, then the new one enters, each for this long (`--motion` in the styles). */
export const pageTransition = {name: 'page', out: 200, in: 200} as const

/** The page reloads itself for the sake of code that failed to load, but not again within this time. */
export const reloadGuard = 60_000

/** Page code that has not come by then counts as failed. */
export const chunkTimeout = 120_000

/** Once shown, a pending state stays at least this long, so that it does not flicker. */
export const minimumPending = 200

/** What can wait until the browser is idle waits no longer than this. */
export const idleTimeout = 2000

/** How long a navigation without a connection may look for one before it looks failed. */
export const connectionCheck = 500

/** How many pages are fetched ahead for a visitor who has not done anything yet. */
export const untouchedPages = 2

/** A page is fetched ahead once a link to it has stayed so long (ms) within this distance of what is seen. */
export const linkInSight = {stay: 150, margin: '200px'} as const

/** Between two looks at whether a page that is being read has changed. */
export const freshnessInterval = 5 * 60_000

/** How long the visitor is told that the connection is back. */
export const onlineNoticeDuration = 5000

/** How long the content API may take to answer before the site asks again, or keeps what it has. */
export const contentTimeout = 10_000

/** Pictures for sharing are drawn once nothing has been published for this long: drawing holds up whatever comes next. */
export const pictureDelay = 3000
