import {existsSync, mkdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import {readSiteEnv} from '../../lib/env.ts'
import {parseJson} from '../../lib/json.ts'
import type {ContentSource} from '../../sanity/env.ts'
import {uniqueRules} from '../../sanity/roles/uniqueFields.ts'
import {siteWebhook} from '../../sanity/siteWebhook.ts'
import {backupLock} from '../backup/parts.ts'
import {writeWhole} from './files.ts'
import {isLocked} from './lockFile.ts'
import {dataDir, root, studioBuildDir} from './paths.ts'
import {step, UserError} from './report.ts'
import {type Supervised, superviseProcess} from './superviseProcess.ts'
import {untilReady} from './untilReady.ts'
import {watchUsersFile, writeUsersFile} from './writeUsersFile.ts'

/** The lake's tokens, as it keeps them in `tokens.json`. */
export interface LakeTokens {
  read: string
  write: string
}

interface LakeOptions {
  source: ContentSource
  port: number
  /** Origin of the site on this machine. */
  siteOrigin: string
  /** Secret that signs the webhook of each change. */
  secret: string
  /** URL of the Studio's development server; without it the lake serves the built Studio. */
  studioServer?: string | undefined
  /** Port of the lake's metrics; undefined for none. */
  metricsPort?: number | undefined
  /** False while the seed is imported, since there is no site yet that webhooks could reach. */
  notify?: boolean
}

const lakeDir = join(dataDir, 'lake')

/** In milliseconds. Much content, a large database of an earlier version and a slow disk take minutes, in which nothing is wrong. */
const startLimit = 15 * 60_000
const aMinute = 60_000
const isSlow =
  'It may still read much content, or bring a large database to its present tables: it has a quarter of an hour for that.'
const tooSlow =
  'Look at the disk and the processor, then run the command again: what the lake has stored is kept. If that does not help, move its folder away and restore a backup.'

/** Starts the embedded content lake with the Studio and the site's webhook, supervised. */
export async function startLake({
  source,
  port,
  siteOrigin,
  secret,
  studioServer,
  metricsPort,
  notify = true,
}: LakeOptions): Promise<Supervised> {
  const webhooks = join(dataDir, 'webhooks.json')
  mkdirSync(lakeDir, {recursive: true, mode: 0o700})
  writeWhole(webhooks, JSON.stringify([siteWebhook(siteOrigin, secret)], null, 2), 0o600)
  const unique = join(dataDir, 'unique.json')
  const {format, requests} = readSiteEnv(process.env).log
  writeWhole(unique, JSON.stringify(uniqueRules, null, 2))
  const users = writeUsersFile()
  const stopWatching = users ? watchUsersFile() : undefined
  const lake = await superviseProcess({
    name: 'The content lake',
    args: [
      ...['--disable-warning=ExperimentalWarning', join(root, 'packages/content-lake/src/cli.ts')],
      ...['--port', String(port), '--dir', lakeDir, '--dataset', source.dataset],
      ...['--allow-origin', source.siteUrl],
      ...(studioServer ? ['--allow-origin', studioServer] : ['--studio', studioBuildDir]),
      ...(notify ? ['--webhook', webhooks] : []),
      ...['--unique', unique],
      ...['--log', format, '--log-level', requests ? 'requests' : 'problems'],
      ...['--release-rule', join(root, 'sanity/health/releaseRule.ts')],
      ...(users ? ['--users', users] : []),
      ...(metricsPort ? ['--metrics-port', String(metricsPort)] : []),
    ],
    env: {},
    pidFile: join(dataDir, 'lake.pid'),
    ready: async (instance) => {
      const slow = setTimeout(() => step(`The content lake has not answered for a minute. ${isSlow}`), aMinute)
      const url = `http://127.0.0.1:${port}/health`
      await untilReady(url, {instance, limit: startLimit, remedy: tooSlow}).finally(() => clearTimeout(slow))
    },
  }).catch((error: unknown) => {
    stopWatching?.()
    // One that was begun while nothing ran has the databases open until they are copied.
    if (!(error instanceof UserError && isLocked(backupLock))) throw error
    throw new UserError(
      `${error.message} A backup is being taken (${backupLock} is locked). Wait until it has ended, and run the command again.`,
    )
  })
  return {
    ...lake,
    stop: async () => {
      stopWatching?.()
      await lake.stop()
    },
  }
}

/** Returns whether the lake has never been started on this data folder. */
export function isNewLake(): boolean {
  return !existsSync(join(lakeDir, 'lake.db'))
}

/**
 * Returns the tokens of the embedded lake: from the environment, else those that it generated at its first start.
 *
 * @throws UserError if it was never started, or the tokens are damaged.
 */
export function lakeTokens(env: NodeJS.ProcessEnv): LakeTokens {
  const [read, write] = [env.SANITY_API_READ_TOKEN?.trim(), env.SANITY_API_WRITE_TOKEN?.trim()]
  if (read && write) return {read, write}
  if (isNewLake()) throw new UserError('The content lake has no tokens yet. Run "npm start" once; it makes them.')
  const kept = keptTokens()
  return {read: read || kept.read, write: write || kept.write}
}

const tokensFile = z.object({read: z.string().min(1), write: z.string().min(1)})

/** What is thrown quotes nothing of the file. One that this user may not read is an error of the system. */
function keptTokens(): LakeTokens {
  const file = join(lakeDir, 'tokens.json')
  if (!existsSync(file)) {
    throw new UserError(`${file} is gone. Restore it from a backup, or restart: "npm start" makes new tokens.`)
  }
  const kept = tokensFile.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (kept.success) return kept.data
  throw new UserError(`${file} is damaged or incomplete. Restore it from a backup, or remove it and restart.`)
}
