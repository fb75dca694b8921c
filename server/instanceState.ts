/** Counts what happens in this process, for `server/metrics.ts`. */
export interface InstanceMetrics {
  webhook(outcome: 'applied' | 'unchanged' | 'repeated' | 'refused' | 'unavailable'): void
  /** Reports that all pages that a publish affects show it, with the milliseconds since its transaction. */
  visible(milliseconds: number): void
  /** Reports how many addresses stayed old. */
  stale(count: number): void
  /** Changes the number of pages that are being renewed. */
  verifying(difference: number): void
}

/** State of this process since it started. */
interface InstanceState {
  /** The name of the build that it serves; undefined in development. */
  build?: string
  /** Whether it has tried to compare its pages with what is published, successfully or not. */
  hasCompared: boolean
  /** Called when it has. */
  onCompared?: () => void
  /** When it last took a publish, as an ISO time. */
  lastPublish?: string
  /** Whether it is connected to the other instances; undefined without `REDIS_URL`. */
  isRedisConnected?: () => boolean
  /** Undefined without `METRICS_PORT`. */
  metrics?: InstanceMetrics
  /** Called whenever the page cache has stored something new. */
  storeListeners: Set<() => void>
  /** Sends the spans that wait. Undefined without a collector. */
  endTraces?: () => Promise<void>
  /** Begins no further delivery of an enquiry and waits for those under way. Undefined in development. */
  endDeliveries?: () => Promise<void>
}

declare global {
  /** Global, because Next bundles instrumentation and each route apart. */
  var siteInstance: InstanceState | undefined
}

export function instanceState(): InstanceState {
  globalThis.siteInstance ??= {hasCompared: false, storeListeners: new Set()}
  return globalThis.siteInstance
}
