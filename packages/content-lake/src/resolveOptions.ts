import {resolve} from 'node:path'
import type {ResolvedLakeOptions, StartOptions} from './Lake.ts'
import type {Log} from './log/Log.ts'
import {QUERY_LIMITS} from './query/limits/queryLimits.ts'

/** Fills in defaults. `log`: receives problems. */
export function resolveOptions(options: StartOptions, log: Log): ResolvedLakeOptions {
  const {publicUrl} = options
  return {
    dir: resolve(options.dir),
    projectId: options.projectId ?? 'local',
    dataset: options.dataset ?? 'production',
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 3333,
    studioDir: options.studioDir === undefined ? undefined : resolve(options.studioDir),
    allowedOrigins: options.allowedOrigins ?? [],
    framedOrigins: options.framedOrigins ?? [],
    allowedHosts: [...(options.allowedHosts ?? []), ...(publicUrl ? [new URL(publicUrl).hostname] : [])],
    standsInFor: options.standsInFor ?? [],
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    trustedProxies: options.trustedProxies ?? [],
    webhooks: options.webhooks ?? [],
    compactAfterHours: options.compactAfterHours ?? 24,
    maxQueryMs: options.maxQueryMs ?? QUERY_LIMITS.ownMs,
    streamLimits: options.streamLimits ?? {},
    requestLimits: options.requestLimits ?? {},
    bodyLimits: options.bodyLimits ?? {},
    uploadLimits: options.uploadLimits ?? {},
    log: (message) => log.problem(message),
  }
}
