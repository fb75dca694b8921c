import {join} from 'node:path'
import {dataDir, root} from './paths.ts'
import {type Supervised, superviseProcess} from './superviseProcess.ts'
import {untilReady} from './untilReady.ts'

interface SiteOptions {
  port: number
  /** Origin of the site on this machine. */
  origin: string
  env: Record<string, string | undefined>
  /** `start` serves the build; `dev` reloads as files change. */
  mode: 'start' | 'dev'
}

const next = join(root, 'node_modules/next/dist/bin/next')

/** Serves the site, supervised. */
export async function startSite({port, origin, env, mode}: SiteOptions): Promise<Supervised> {
  return superviseProcess({
    name: 'The site',
    args: ['--disable-warning=ExperimentalWarning', ...(mode === 'start' ? [join(root, 'server.ts')] : [next, 'dev'])],
    env: {
      ...env,
      PORT: String(port),
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: mode === 'start' ? 'production' : 'development',
    },
    pidFile: join(dataDir, 'site.pid'),
    ready: (instance) => untilReady(`${origin}/h5/api/health`, {instance}),
  })
}
