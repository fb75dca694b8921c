/** Budgets of a page; sizes are compressed bytes. */
export const budgets = {
  /** Scripts that run until load. */
  scripts: 6500,
  styles: 10_000,
  /** The form's own. */
  stylesOfContact: 1000,
  /** Those of the walkthrough and its recap. */
  stylesOfDemo: 2000,
  /** Within the first round trip: ten packets, the initial congestion window, are 14,600. */
  document: 11_000,
  /** Until load. */
  requests: 8,
  /** Pages that are prefetched before the visitor scrolls. */
  ahead: 30_000,
  fonts: 0,
  otherHosts: 0,
} as const
