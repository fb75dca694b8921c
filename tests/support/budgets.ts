/** What a page may cost its visitor; bytes as they travel, so compressed. */
export const budgets = {
  /** Scripts that run until the page has loaded; the empty framework takes 117,000 of them. */
  scripts: 125_000,
  styles: 12 * 1024,
  /** The walkthrough's own, which its first paint needs. */
  stylesOfDemo: 2.2 * 1024,
  /** The document with its flight data: what ten packets, a server's first flight, carry. */
  document: 14_600,
  requests: 15,
  /** What is fetched ahead before the visitor scrolls. */
  ahead: 30_000,
  fonts: 0,
  otherHosts: 0,
} as const
