import type {ChildProcess} from 'node:child_process'
import cluster from 'node:cluster'
import {join} from 'node:path'
import {withBasePath} from '../../lib/urls.ts'
import {copyBuild} from './copyBuild.ts'
import {compileCache, dataDir, root} from './paths.ts'
import {metricsPortOf} from './prepare.ts'
import {UserError} from './report.ts'
import {type Program, type Replaceable, type Supervised, superviseProcess} from './superviseProcess.ts'
import {untilReady} from './untilReady.ts'

interface SiteOptions {
  port: number
  /** Processes that share the port; 1 by default. */
  instances?: number
  /** Port of the first one's metrics. */
  metricsPort?: number | undefined
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

/** How Node is to resolve `localhost` where the site is to listen on a loopback address. */
const loopbackOrders: Readonly<Record<string, string>> = {'127.0.0.1': 'ipv4first', '::1': 'ipv6first'}

/**
 * Node's arguments for the site in development, which by itself listens on all interfaces and ignores `HOST`. Loopback
 * addresses are given as `localhost`, as which Next reads them in what the proxy rewrites: it would otherwise take the rewrite for
 * one to another host, and request it from itself for half a minute.
 */
export function developmentArguments(host: string): string[] {
  const order = loopbackOrders[host]
  const next = [join(root, 'node_modules/next/dist/bin/next'), 'dev', '--hostname', order ? 'localhost' : host]
  return [quiet, ...(order ? [`--dns-result-order=${order}`] : []), ...next]
}

/** Serves the site in development, supervised: it reloads as files change. `origin` is that of the site on this machine. */
export function startDevelopmentSite({port, host, origin, env}: SiteOptions & {origin: string}): Promise<Supervised> {
  return superviseProcess({
    name: 'The site',
    args: developmentArguments(host),
    env: {...environment({port, host, env}), NODE_ENV: 'development'},
    pidFile: join(dataDir, 'site.pid'),
    // It compiles first, with all that it serves at once.
    ready: (instance) => untilReady(origin + withBasePath('/api/health'), {instance, limit: 3 * startLimit}),
  })
}

/** A supervised site, and how another build takes the place of the one that it serves. */
export interface RunningSite extends Supervised {
  /** Resolves once `/api/ready` of each process says that it is ready; after a minute at the latest. */
  compared(): Promise<void>
  /**
   * Serves another build at the same port, without a request that fails in between. All instances change together, once
   * the last new one is ready: pages of the one build must not ask for files of the other.
   *
   * @throws UserError if one does not get ready; the present build stays in service.
   */
  serve(built: BuiltSite): Promise<void>
}

/** Asks a process to compare its pages with what is published. */
const compare = (child: ChildProcess) => child.connected && child.send('compare')

/** Serves a build of the site by one process or several, supervised. */
export async function startSite(options: SiteOptions, built: BuiltSite): Promise<RunningSite> {
  const sites: Replaceable[] = []
  const comparing: Promise<void>[] = []
  const serving = new Serving()
  let programs = await programsOf(options, built)
  const stop = async () => {
    await Promise.all(sites.map((site) => site.stop()))
  }
  try {
    // One after the other: visitors get pages from the first while the others start.
    for (const [index, program] of programs.entries()) {
      const site = await superviseProcess({
        name: index === 0 ? 'The site' : `Instance ${index + 1} of the site`,
        ...program,
        pidFile: join(dataDir, index === 0 ? 'site.pid' : `site-${index + 1}.pid`),
        start: forkWorker,
        ready: async (instance, child, others) => {
          const ready = await serveWhenReady(instance, child, {others, untilAlone: () => serving.untilNone()})
          serving.add(child)
          if (!others) comparing[index] = untilReady(ready, {instance}).catch(() => {})
        },
        // Twice: the old one may take webhooks until it has exited.
        onReplacing: compare,
        onReplaced: compare,
      })
      sites.push(site)
    }
  } catch (error) {
    await stop()
    throw error
  }
  const failed = Promise.race(sites.flatMap((site) => site.failed ?? []))
  // Without a listener the rejection would end this process.
  failed.catch(() => {})
  return {
    failed,
    compared: async () => {
      await Promise.all(comparing)
    },
    preventRestart: () => {
      for (const site of sites) site.preventRestart?.()
    },
    stop,
    serve: async (next) => {
      const nextPrograms = await programsOf(options, next)
      await replaceAll(sites, nextPrograms, programs)
      programs = nextPrograms
    },
  }
}

/** Replaces all or none: those that were quicker than one that failed at the last moment go back to `before`. */
export async function replaceAll(
  sites: readonly Replaceable[],
  by: readonly Program[],
  before: readonly Program[],
): Promise<void> {
  const barrier = new Barrier(sites.length)
  const replace = async (site: Replaceable, program: Program | undefined) => {
    if (program) await site.replace(program, barrier.arrive).catch(barrier.cancel)
  }
  // All of them, so that none is left waiting when this ends.
  const results = await Promise.allSettled(sites.map((site, index) => replace(site, by[index])))
  const failure = results.find(({status}) => status === 'rejected')
  if (failure?.status !== 'rejected') return
  const changed = sites.filter((_, index) => results[index]?.status === 'fulfilled')
  if (changed.length > 0) {
    const theirs = before.filter((_, index) => results[index]?.status === 'fulfilled')
    await replaceAll(changed, theirs, [])
  }
  throw failure.reason
}

/** Resolves for all waiters once all have arrived. */
class Barrier {
  #missing: number
  readonly #all = Promise.withResolvers<void>()

  constructor(size: number) {
    this.#missing = size
    // It may be cancelled before anything awaits it.
    this.#all.promise.catch(() => {})
  }

  /** Resolves when all have arrived; rejects if one cannot. */
  readonly arrive = (): Promise<void> => {
    this.#missing -= 1
    if (this.#missing === 0) this.#all.resolve()
    return this.#all.promise
  }

  /** Rejects all waiters, and throws the reason. */
  readonly cancel = (reason: unknown): never => {
    this.#all.reject(reason)
    throw reason
  }
}

/** The programs of all instances. Call it while nothing serves copies of `built`: all but the first get one. */
function programsOf(options: SiteOptions, built: BuiltSite): Promise<Program[]> {
  const numbers = Array.from({length: options.instances ?? 1}, (_, index) => index + 1)
  return Promise.all(numbers.map((number) => programOf(options, built, number)))
}

/** Each instance keeps the pages that it renews in a build of its own. */
async function programOf(options: SiteOptions, {folder, buildDir}: BuiltSite, number: number): Promise<Program> {
  const ownDir = number === 1 ? buildDir : `${buildDir}-instance-${number}`
  if (number > 1) await copyBuild(join(folder, buildDir), join(folder, ownDir))
  const metricsPort = options.metricsPort && metricsPortOf(options.metricsPort, number)
  return {
    args: [quiet, join(folder, 'server.ts')],
    env: {
      ...environment(options),
      ...compileCache(folder),
      ...(metricsPort && {METRICS_PORT: String(metricsPort)}),
      NODE_ENV: 'production',
      SITE_BUILD_DIR: ownDir,
      DATA_DIR: dataDir,
    },
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

/** The workers that listen at the public port. */
class Serving {
  readonly #workers = new Set<ChildProcess>()
  readonly #none: (() => void)[] = []

  add(worker: ChildProcess): void {
    this.#workers.add(worker)
    worker.once('exit', () => {
      this.#workers.delete(worker)
      if (this.#workers.size === 0) for (const resolve of this.#none.splice(0)) resolve()
    })
  }

  /** Resolves as soon as there is none. */
  untilNone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#workers.size === 0) resolve()
      else this.#none.push(resolve)
    })
  }
}

/**
 * Waits until the worker answers at a port of its own, then has it listen at the public one. One that takes the place of
 * another has compared its pages before that, and waits for `others`. One of several has tried to, as long as others run: it
 * may have been away for a publish. Resolves with the address of its `/api/ready`.
 */
async function serveWhenReady(
  instance: string,
  child: ChildProcess,
  {others, untilAlone}: {others: (() => Promise<void>) | undefined; untilAlone: () => Promise<void>},
): Promise<string> {
  const {promise: served, resolve} = Promise.withResolvers<void>()
  const ownPort = await new Promise<number>((found, fail) => {
    const limit = setTimeout(
      () =>
        fail(
          new UserError(
            `The site did not start within ${startLimit / 1000} s. The messages above may say why. If not, other programs use up the processor or the disk: run the command again once they are done.`,
          ),
        ),
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
  const own = `http://127.0.0.1:${ownPort}`
  const ready = own + withBasePath('/api/ready')
  await untilReady(others ? ready : own + withBasePath('/api/health'), {instance})
  if (!others) await Promise.race([untilReady(ready, {instance}).catch(() => {}), untilAlone()])
  await others?.()
  child.send('serve')
  await served
  return ready
}

const isOwnPort = (message: unknown): message is {ownPort: number} =>
  typeof message === 'object' && message !== null && 'ownPort' in message && typeof message.ownPort === 'number'
