import type {ChildProcess} from 'node:child_process'
import cluster from 'node:cluster'
import {join} from 'node:path'
import {dataDir, root} from './paths.ts'
import {UserError} from './report.ts'
import {type Program, type Replaceable, type Supervised, superviseProcess} from './superviseProcess.ts'
import {untilReady} from './untilReady.ts'

interface SiteOptions {
  port: number
  /** The address to listen on. */
  host: string
  env: Record<string, string | undefined>
}

/** A copy of the project with a build of the site. */
export interface BuiltSite {
  /** The project's folder, or that of a release. */
  folder: string
  /** The build, relative to the folder. */
  buildDir: string
}

/** Milliseconds. */
const startLimit = 60_000

const quiet = '--disable-warning=ExperimentalWarning'

/** Node's arguments for the site in development, which by itself listens on all interfaces and ignores `HOST`. */
export function developmentArguments(host: string): string[] {
  return [quiet, join(root, 'node_modules/next/dist/bin/next'), 'dev', '--hostname', host]
}

/** Serves the site in development, supervised: it reloads as files change. `origin` is that of the site on this machine. */
export function startDevelopmentSite({port, host, origin, env}: SiteOptions & {origin: string}): Promise<Supervised> {
  return superviseProcess({
    name: 'The site',
    args: developmentArguments(host),
    env: {...environment({port, host, env}), NODE_ENV: 'development'},
    pidFile: join(dataDir, 'site.pid'),
    ready: (instance) => untilReady(`${origin}/h5/api/health`, {instance}),
  })
}

/** A supervised site, and how another build takes the place of the one that it serves. */
export interface RunningSite extends Supervised {
  /**
   * Serves another build at the same port, without a request that fails in between.
   *
   * @throws UserError if that one does not get ready; the present one is served on.
   */
  serve(built: BuiltSite): Promise<void>
}

/** Serves a build of the site, supervised. */
export async function startSite(options: SiteOptions, built: BuiltSite): Promise<RunningSite> {
  const site: Replaceable = await superviseProcess({
    name: 'The site',
    ...programOf(options, built),
    pidFile: join(dataDir, 'site.pid'),
    start: forkWorker,
    ready: serveWhenReady,
    // What was published while both ran may have been told to the one that is gone.
    hasReplaced: (child) => child.connected && child.send('compare'),
  })
  return {...site, serve: (next) => site.replace(programOf(options, next))}
}

function programOf(options: SiteOptions, {folder, buildDir}: BuiltSite): Program {
  return {
    args: [quiet, join(folder, 'server.ts')],
    env: {...environment(options), NODE_ENV: 'production', SITE_BUILD_DIR: buildDir, DATA_DIR: dataDir},
    cwd: folder,
  }
}

function environment({port, host, env}: SiteOptions): Program['env'] {
  return {...env, PORT: String(port), HOST: host, NEXT_TELEMETRY_DISABLED: '1'}
}

/**
 * Starts the site as a worker of this process, which holds its port: a second worker can then listen there before the
 * first stops. With `SCHED_NONE` workers accept connections themselves; `reusePort` would reset those that wait in the
 * queue of a worker that stops.
 */
function forkWorker({args, env, cwd}: Program): ChildProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: args.at(-1) ?? '',
    execArgv: args.slice(0, -1),
    args: [],
    ...(cwd && {cwd}),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return cluster.fork(env).process
}

/** Waits until the worker answers at a port of its own, then has it listen at the public one. */
async function serveWhenReady(instance: string, child: ChildProcess): Promise<void> {
  const {promise: served, resolve} = Promise.withResolvers<void>()
  const ownPort = await new Promise<number>((found, fail) => {
    const limit = setTimeout(
      () => fail(new UserError(`The site did not start within ${startLimit / 1000} s.`)),
      startLimit,
    )
    child.once('exit', () => clearTimeout(limit))
    child.on('message', (message: unknown) => {
      if (message === 'serving') resolve()
      if (!isOwnPort(message)) return
      clearTimeout(limit)
      found(message.ownPort)
    })
  })
  await untilReady(`http://127.0.0.1:${ownPort}/h5/api/health`, {instance})
  child.send('serve')
  await served
}

const isOwnPort = (message: unknown): message is {ownPort: number} =>
  typeof message === 'object' && message !== null && 'ownPort' in message && typeof message.ownPort === 'number'
