import {resolve} from 'node:path'
import type {Log} from './log/Log.ts'
import {QUERY_LIMITS} from './query/limits/queryLimits.ts'
import type {ConcurrencyLimitOptions, LakeOptions, WebhookConfig} from './types.ts'

/** The options of a lake, complete. */
export interface ResolvedLakeOptions {
  dir: string
  projectId: string
  dataset: string
  host: string
  port: number
  studioDir: string | undefined
  allowedOrigins: string[]
  framedOrigins: string[]
  allowedHosts: string[]
  standsInFor: readonly string[]
  publicUrl: string | undefined
  trustedProxies: string[]
  webhooks: WebhookConfig[]
  compactAfterHours: number
  maxQueryMs: number
  streamLimits: ConcurrencyLimitOptions
  requestLimits: ConcurrencyLimitOptions
  bodyLimits: ConcurrencyLimitOptions
  answerLimits: ConcurrencyLimitOptions
  uploadLimits: ConcurrencyLimitOptions
  /** Logs a problem, in one sentence for the operator. */
  log: (message: string) => void
}

/** Fills in defaults. `log`: receives problems. */
export function resolveOptions(
  options: LakeOptions & {standsInFor?: readonly string[]},
  log: Log,
): ResolvedLakeOptions {
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
    answerLimits: options.answerLimits ?? {},
    uploadLimits: options.uploadLimits ?? {},
    log: (message) => log.problem(message),
  }
}
