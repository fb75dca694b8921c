import {join} from 'node:path'
import {dataDir, root} from './paths.ts'
import {type Supervised, superviseProcess} from './superviseProcess.ts'
import {untilReady} from './untilReady.ts'

interface SiteOptions {
  port: number
  /** The address to listen on. */
  host: string
  /** Origin of the site on this machine. */
  origin: string
  env: Record<string, string | undefined>
  /** `start` serves the build; `dev` reloads as files change. */
  mode: 'start' | 'dev'
}

const next = join(root, 'node_modules/next/dist/bin/next')

/** Node's arguments for the site's server. `next dev` listens on all interfaces by default and ignores `HOST`. */
export function siteArguments({mode, host}: Pick<SiteOptions, 'mode' | 'host'>): string[] {
  const server = mode === 'start' ? [join(root, 'server.ts')] : [next, 'dev', '--hostname', host]
  return ['--disable-warning=ExperimentalWarning', ...server]
}

/** Serves the site, supervised. */
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
