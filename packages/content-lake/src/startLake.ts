import {isLoopbackAddress, isLoopbackName} from './access/origins.ts'
import {watchUsers} from './access/Users.ts'
import {peopleFileOf} from './access/usersFiles.ts'
import {backupLake} from './backup/backupLake.ts'
import {createApp} from './createApp.ts'
import {exportDataset} from './dataset/exportDataset.ts'
import {importDataset} from './dataset/importDataset.ts'
import {badRequest, LakeOpenError} from './errors.ts'
import {isThere} from './files.ts'
import {startCompaction} from './history/compactLake.ts'
import {startServer} from './http/startServer.ts'
import type {Lake, StartedLake, StartOptions} from './Lake.ts'
import {startMetrics} from './metrics/startMetrics.ts'
import {type OpenedLake, openLake} from './openLake.ts'
import {startReleases} from './releases/startReleases.ts'
import {attachSockets} from './socket/attachSockets.ts'
import {throwNamingDisk} from './store/storageFailure.ts'
import type {Identity, RunningLake} from './types.ts'
import {startWebhooks} from './webhooks/startWebhooks.ts'

/**
 * Opens a lake and listens. `open`: opens it, by default in its folder.
 *
 * @throws LakeOpenError with one sentence for the user when the folder or the port cannot be used.
 */
export async function startLake(
  options: StartOptions,
  open: (options: StartOptions) => OpenedLake = openLake,
): Promise<StartedLake> {
  requireReachable(options.port)
  const {lake, update, endStreams, close} = open(options)
  const stops: (() => void | Promise<void>)[] = [close]
  // Each, whatever becomes of the others: the last one closes the database.
  const stopAll = async (): Promise<void> => {
    const failures: unknown[] = []
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      try {
        await stop()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  try {
    requireUsers(options.users, lake)
    requirePassword(lake)
    for (const {id, password} of lake.users.definitions) {
      if (!password) lake.log.problem(`${id} cannot sign in yet: set a password with --set-password --user ${id}`)
    }
    for (const id of lake.logins.outdated) {
      lake.log.problem(
        `The password of ${id} was kept by an earlier version, with less protection: change it at /lake/account`,
      )
    }
    stops.push(lake.sessions.startSweeping())
    const {users: file} = options
    if (file !== undefined) {
      stops.push(watchUsers(lake.users, {file, dir: lake.options.dir, log: (message) => lake.log.problem(message)}))
    }
    update({notReady: options.prepare?.reason})
    const app = createApp(lake)
    const {server, url, close: stopServer} = await startServer(app, lake.options.host, lake.options.port)
    stops.push(stopServer, attachSockets(server, lake, app), endStreams)
    update({url})
    const metrics =
      options.metricsPort === undefined ? undefined : await startMetrics(lake, server, options.metricsPort)
    if (metrics) stops.push(metrics.close)
    const webhooks = startWebhooks(lake)
    update({pendingDeliveries: webhooks.pending})
    stops.push(() => webhooks.close())
    await options.prepare?.run(lake).catch((error: unknown) => throwNamingDisk(error, lake.options.dir))
    update({notReady: undefined})
    stops.push(await startReleases(lake))
    const compaction = startCompaction(lake)
    stops.push(() => compaction.close())
    let stopping: Promise<void> | undefined
    return {
      ...lake,
      url,
      metricsPort: metrics?.port,
      backup: (folder) => backupLake(lake, folder),
      compact: compaction.compact,
      close: () => {
        stopping ??= stopAll()
        return stopping
      },
    }
  } catch (error) {
    // Why it did not start says more than why it did not stop.
    await stopAll().catch(() => {})
    throw error
  }
}

export function toRunningLake(lake: StartedLake): RunningLake {
  const {projectId, dataset, dir} = lake.options
  return {
    url: lake.url,
    projectId,
    dataset,
    dir,
    tokens: lake.tokens,
    metricsPort: lake.metricsPort,
    document: (id) => lake.documents.get(id),
    documents: () => lake.documents.all(),
    commit: (request) => {
      requireWho('author', request.author)
      return lake.commit(request)
    },
    act: (request) => {
      requireWho('author', request.author)
      return lake.act(request)
    },
    query: async (request) => {
      requireWho('identity', request.identity)
      return lake.query(request)
    },
    onTransaction: lake.onTransaction,
    importDataset: (source, options) => importDataset(lake, source, options),
    exportDataset: (target) => exportDataset(lake, target),
    backup: lake.backup,
    compact: lake.compact,
    close: lake.close,
  }
}

/** Throws 400 for a caller without types who does not say in whose name a request is. */
function requireWho(field: string, identity: Identity | undefined): void {
  if (!identity?.rights) throw badRequest(`A request needs an "${field}": {id, name, rights}`)
}

/**
 * Ports that browsers and `fetch` refuse (https://fetch.spec.whatwg.org/#port-blocking), as `first-last` or one alone. The
 * site's settings have the same list, as neither imports the other; each is tested against `fetch`.
 */
const BLOCKED_PORTS = [
  '1 7 9 11 13 15 17 19-23 25 37 42-43 53 69 77 79 87 95 101-104 109-111 113 115 117 119 123 135 137 139 143 161 179',
  '389 427 465 512-515 526 530-532 540 548 554 556 563 587 601 636 989-990 993 995 1719-1720 1723 2049 3659 4045 4190',
  '5060-5061 6000 6566 6665-6669 6679 6697 10080',
].flatMap((line) => line.split(' ').map((range) => range.split('-').map(Number)))

/** Throws for a port on which the lake would run, and no Studio and no site could reach it. */
function requireReachable(port: number | undefined): void {
  if (port === undefined || !BLOCKED_PORTS.some(([first = 0, last = first]) => first <= port && port <= last)) return
  throw new LakeOpenError(
    `Port ${port} is one that browsers and fetch refuse to connect to; give the lake another one (--port).`,
  )
}

/** Throws if the folder names people and no users file gives their roles: without both anyone may edit. */
function requireUsers(file: string | undefined, {options: {dir}}: Pick<Lake, 'options'>): void {
  const people = peopleFileOf(dir)
  if (file !== undefined || !isThere(people)) return
  throw new LakeOpenError(
    `${people} names the people of this lake, and a users file their roles: start it with --users <file>, in which {"roles": []} is enough for the lake's own. If anybody who reaches the lake is to be an administrator, delete ${people}.`,
  )
}

/** Throws if other machines can reach a lake without a password: anyone could edit. */
function requirePassword({options, logins}: Pick<Lake, 'options' | 'logins'>): void {
  const {dir, host, allowedHosts} = options
  const place = isLoopbackAddress(host) ? allowedHosts.find((name) => !isLoopbackName(name)) : host
  if (place === undefined || logins.areRequired) return
  throw new LakeOpenError(
    `Others can reach the lake at ${place}, so it needs a password: set one with "embedded-content-lake --dir ${dir} --set-password", or give it as LAKE_PASSWORD.`,
  )
}
