/// <reference lib="esnext.disposable" preserve="true" />
import {mkdtempSync} from 'node:fs'
import {readdir, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {SYSTEM} from './access/identities.ts'
import {dummyHash} from './access/password.ts'
import {isAssetFileName} from './assets/assetFiles.ts'
import {importDataset} from './dataset/importDataset.ts'
import type {Lake} from './Lake.ts'
import {openLake} from './openLake.ts'
import {startLake, toRunningLake} from './startLake.ts'
import {openMemoryDatabase} from './store/openDatabase.ts'
import type {DocumentInput, LakeOptions, RunningLake} from './types.ts'

/** The tokens of a lake for tests, unless others are given. */
export const TEST_LAKE_TOKENS = {write: 'test-write-token', read: 'test-read-token', admin: 'test-admin-token'}

/** Options that a lake for tests sets itself; its tokens are public, so it listens on 127.0.0.1 only. */
type Fixed =
  | ('dir' | 'compactAfterHours' | 'writeToken' | 'readToken' | 'adminToken')
  | ('host' | 'allowedHosts' | 'publicUrl' | 'trustedProxies')

export interface TestLakeOptions extends Omit<LakeOptions, Fixed> {
  /** Documents, or the path of a dataset: an `.ndjson` file, a folder with one, or a `.tar.gz` of that. Default: nothing. */
  seed?: readonly DocumentInput[] | string
  /** Default `TEST_LAKE_TOKENS`. */
  tokens?: {write?: string | undefined; read?: string | undefined; admin?: string | undefined}
}

export interface TestLake extends RunningLake {
  /** For `createClient`: an unmodified Sanity client that may write, and sees drafts and versions. */
  readonly clientConfig: {
    projectId: string
    dataset: string
    apiHost: string
    token: string
    useProjectHostname: false
    useCdn: false
    apiVersion: string
    perspective: 'raw'
  }
  /**
   * Goes back to the seed, with the revisions that it had: documents, history, assets, the Studio's settings, pending
   * webhooks. Open listeners stay and get the difference as one transaction. Sessions, people and passwords stay.
   */
  reset(): Promise<void>
  /** Signs a user of the `users` file in. Returns a token for requests in their name. Throws if there is no such user. */
  signIn(userId: string): string
  [Symbol.asyncDispose](): Promise<void>
}

const UNDER_HAPPY_DOM =
  "happy-dom replaces Node's Request and Response, without which the lake cannot answer: start it in Vitest's globalSetup, and hand its clientConfig on by provide()"

/**
 * Starts a lake for tests: in memory, with its assets in a temporary folder that `close()` removes, on a free port of
 * 127.0.0.1, silent.
 *
 * @example
 * const lake = await createTestLake({seed: [{_id: 'home', _type: 'page', title: 'Home'}]})
 * const client = createClient(lake.clientConfig)
 *
 * @throws Error if the seed cannot be imported; its message names the document or the line. Also under happy-dom.
 */
export async function createTestLake(given: TestLakeOptions = {}): Promise<TestLake> {
  if ('happyDOM' in globalThis) throw new Error(UNDER_HAPPY_DOM)
  const {seed = [], tokens: wanted = {}, ...options} = given
  const tokens = {
    write: wanted.write ?? TEST_LAKE_TOKENS.write,
    read: wanted.read ?? TEST_LAKE_TOKENS.read,
    admin: wanted.admin ?? TEST_LAKE_TOKENS.admin,
  }
  const dir = mkdtempSync(join(tmpdir(), 'test-lake-'))
  const remove = () => rm(dir, {recursive: true, force: true})
  try {
    let reset = async () => {}
    let remember = () => () => {}
    const open = () => {
      const opened = openLake(
        {
          port: 0,
          log: () => {},
          ...options,
          dir,
          compactAfterHours: Number.POSITIVE_INFINITY,
          writeToken: tokens.write,
          readToken: tokens.read,
          adminToken: tokens.admin,
        },
        openMemoryDatabase,
      )
      opened.lake.reset = () => reset()
      remember = opened.remember
      return opened
    }
    const prepare = {reason: 'it is importing its seed', run: (lake: Lake) => importSeed(lake, seed)}
    const lake = await startLake({...options, dir, prepare}, open)
    const restore = remember()
    const kept = new Set(await assetNames(dir))
    reset = async () => {
      restore()
      const added = (await assetNames(dir)).filter((name) => isAssetFileName(name) && !kept.has(name))
      await Promise.all(added.map((name) => rm(join(dir, 'assets', name), {force: true})))
    }
    const close = async () => {
      await lake.close()
      await remove()
    }
    return {
      ...toRunningLake(lake),
      clientConfig: {
        projectId: lake.options.projectId,
        dataset: lake.options.dataset,
        apiHost: lake.url,
        token: tokens.write,
        useProjectHostname: false,
        useCdn: false,
        apiVersion: '2025-02-19',
        perspective: 'raw',
      },
      reset,
      signIn: (userId) => {
        const user = lake.users.find(userId)
        if (!user) throw new Error(`No user has the id "${userId}"`)
        // A user without a password cannot sign in: this one is random.
        if (!lake.logins.passwordOf(userId)) lake.users.setPassword(userId, dummyHash())
        return lake.sessions.create(user)
      },
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function importSeed(lake: Lake, seed: readonly DocumentInput[] | string): Promise<void> {
  if (typeof seed === 'string') await importDataset(lake, seed)
  else if (seed.length > 0) lake.commit({mutations: seed.map((document) => ({create: document})), author: SYSTEM})
}

const assetNames = (dir: string): Promise<string[]> => readdir(join(dir, 'assets')).catch(() => [])
