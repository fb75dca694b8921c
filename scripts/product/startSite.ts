import {join} from 'node:path'
import {dataDir, root} from './paths.ts'
import {type Supervised, superviseProcess} from './superviseProcess.ts'
import {untilReady} from './untilReady.ts'

interface SiteOptions {
  port: number
  /** The address to listen on. */
  host: string
  /** Where it answers on this machine. */
  origin: string
  env: Record<string, string | undefined>
  /** `start` serves the build; `dev` reloads as files change. */
  mode: 'start' | 'dev'
}

const next = join(root, 'node_modules/next/dist/bin/next')

/** The arguments of Node for the site's server. `next dev` would listen on all interfaces, and does not read `HOST`. */
export function siteArguments({mode, host}: Pick<SiteOptions, 'mode' | 'host'>): string[] {
  const server = mode === 'start' ? [join(root, 'server.ts')] : [next, 'dev', '--hostname', host]
  return ['--disable-warning=ExperimentalWarning', ...server]
}

/** Serves the site and keeps it running. */
export async function startSite({port, host, origin, env, mode}: SiteOptions): Promise<Supervised> {
  return superviseProcess({
    name: 'The site',
    args: siteArguments({mode, host}),
    env: {
      ...env,
      PORT: String(port),
      HOST: host,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: mode === 'start' ? 'production' : 'development',
    },
    pidFile: join(dataDir, 'site.pid'),
    ready: (instance) => untilReady(`${origin}/h5/api/health`, {instance}),
  })
}
