/** What this process has seen since it started. */
interface InstanceState {
  /** The name of the build that it serves; undefined in development. */
  build?: string
  /** Whether its pages were compared with what is published, or the content API was asked in vain. */
  hasCompared: boolean
  /** When it last took a publish, as an ISO time. */
  lastPublish?: string
  /** Whether it hears the other instances; undefined without `REDIS_URL`. */
  hearsOthers?: () => boolean
}

declare global {
  /** Global, because Next bundles instrumentation and each route apart. */
  var siteInstance: InstanceState | undefined
}

export function instanceState(): InstanceState {
  globalThis.siteInstance ??= {hasCompared: false}
  return globalThis.siteInstance
}
