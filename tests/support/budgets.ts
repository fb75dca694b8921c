/** Budgets of a page; sizes are compressed bytes. */
export const budgets = {
  /** Scripts that run until load, of which the framework alone takes 117,000. */
  scripts: 125_000,
  styles: 12 * 1024,
  /** Critical styles of the walkthrough. */
  stylesOfDemo: 2.2 * 1024,
  /** The document with its flight data: ten packets, the initial congestion window. */
  document: 14_600,
  requests: 15,
  /** Pages that are prefetched before the visitor scrolls. */
  ahead: 30_000,
  fonts: 0,
  otherHosts: 0,
} as const
