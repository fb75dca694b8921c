import {resolve} from 'node:path'
import type {LakeOptions, ResolvedLakeOptions} from './types.ts'

/** Fills in the defaults. */
export function resolveOptions(options: LakeOptions): ResolvedLakeOptions {
  return {
    dir: resolve(options.dir),
    projectId: options.projectId ?? 'local',
    dataset: options.dataset ?? 'production',
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 3333,
    studioDir: options.studioDir === undefined ? undefined : resolve(options.studioDir),
    allowedOrigins: options.allowedOrigins ?? [],
    webhooks: options.webhooks ?? [],
    log: options.log ?? console.error,
  }
}
