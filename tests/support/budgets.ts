/** Budgets of a page; sizes are compressed bytes. */
export const budgets = {
  /** Scripts that run until load. */
  scripts: 6000,
  /** The same on the demo, of which Next and React alone take 117,000. */
  scriptsOfDemo: 130_000,
  styles: 12_200,
  /** The form's own. */
  stylesOfContact: 1000,
  /** Critical styles of the walkthrough. */
  stylesOfDemo: 1990,
  document: 8500,
  /** With flight data: ten packets, the initial congestion window. */
  documentOfDemo: 14_600,
  /** Until load. */
  requests: 8,
  requestsOfDemo: 16,
  /** Pages that are prefetched before the visitor scrolls. */
  ahead: 30_000,
  fonts: 0,
  otherHosts: 0,
} as const
