import {rmSync} from 'node:fs'
import {createServer} from 'node:http'
import {join} from 'node:path'
import {withBasePath} from '../../lib/urls.ts'
import {arePackagesCurrent, npmCi} from '../installedPackages.mjs'
import {siteBuild} from './buildSite.ts'
import {builtSources, isIntact} from './builds.ts'
import {giveToFolderOwner} from './files.ts'
import {isLocked, lockFile} from './lockFile.ts'
import {compileCache, root} from './paths.ts'
import type {Product} from './prepare.ts'
import {assertCanBuild} from './productionInstall.ts'
import {
  addEarlierAssets,
  adoptBuild,
  assetsOf,
  copyProject,
  finishRelease,
  flushReleases,
  folderOf,
  linkPackages,
  listReleases,
  projectFingerprint,
  pruneReleases,
  type Release,
  releaseBuildDir,
  releasesDir,
} from './releases.ts'
import {seconds, step, UserError} from './report.ts'
import {runCommand} from './runCommand.ts'
import {superviseProcess} from './superviseProcess.ts'
import {untilReady} from './untilReady.ts'

type Env = Record<string, string | undefined>

/**
 * Ensures that one process at a time makes, switches or removes releases. Returns an unlock function.
 *
 * @throws UserError while another deploy runs, or the site is still being switched by one that was ended.
 */
export function lockReleases(): () => void {
  const unlock = lockForOwner(`${releasesDir}.lock`, 'Another deploy')
  try {
    lockSwitch()()
    return unlock
  } catch (error) {
    unlock()
    throw error
  }
}

const switchLock = `${releasesDir}.switch.lock`

/** Returns whether a release is being put into service. */
export const isSwitching = (): boolean => isLocked(switchLock)

/** Held by `npm start` while it puts a release into service, as the deploy that asked for it may be ended. Returns an unlock function. */
export function lockSwitch(): () => void {
  return lockForOwner(switchLock, 'A switch to another release')
}

/** Root may go back to the release before, and is refused a deploy: what runs must be able to take the locks afterwards. */
function lockForOwner(file: string, owner: string): () => void {
  const unlock = lockFile(file, {
    owner: `${owner} (process ${process.pid})`,
    guards: releasesDir,
    remedy: 'Wait until it has ended.',
  })
  giveToFolderOwner(file)
  return unlock
}

/**
 * Builds the project as it is now in a folder of its own and requests every page. What is served is not touched.
 *
 * @param env variables with which the site reads drafts and verifies webhooks.
 * @throws UserError if the project changes while it is copied, it cannot be built, or a page of it fails; nothing is left of it then.
 */
export async function makeRelease({publicVariables}: Pick<Product, 'publicVariables'>, env: Env): Promise<Release> {
  assertCanBuild('the site')
  // A deploy that was killed has left an unfinished release, which may be what fills the disk.
  pruneReleases()
  try {
    return await buildRelease(publicVariables, env)
  } catch (error) {
    pruneReleases()
    throw error
  }
}

async function buildRelease(publicVariables: Product['publicVariables'], env: Env): Promise<Release> {
  const start = performance.now()
  const own = siteBuild(publicVariables)
  if (listReleases().length === 0 && isIntact(own)) await adoptBuild(builtSources(own))
  const before = projectFingerprint()
  const id = copyProject(own)
  if (projectFingerprint() !== before) {
    throw new UserError(
      'The project changed while it was copied, as by a "git pull": a release of it would be half old and half new. Run the command again once that has ended. What was served stays in service.',
    )
  }
  const folder = folderOf(id)
  await addPackages(id)
  step(`Building release ${id}`)
  await runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', join(folder, 'scripts/build.ts')], {
    cwd: folder,
    env: {
      ...publicVariables,
      ...env,
      ...compileCache(folder),
      SITE_BUILD_DIR: releaseBuildDir,
      DATA_DIR: join(folder, '.data'),
      // Pages of the seed would replace edited ones.
      CONTENT_FALLBACK: 'none',
    },
    failure: 'The release could not be built; the messages above say why. What was served stays in service.',
  })
  const assets = assetsOf(folder)
  addEarlierAssets(id)
  const pages = await checkRelease(folder, env)
  const release = {id, sources: own.sources, assets}
  await flushReleases()
  finishRelease(release)
  step(`Release ${id} built and its ${pages} pages checked in ${seconds(start)}`)
  return release
}

/** Links the project's packages into a release. If the lockfile has changed, installs new ones there: the project's are in use. */
async function addPackages(id: string): Promise<void> {
  if (arePackagesCurrent(root)) {
    linkPackages(id)
    return
  }
  step('Installing the packages of the release (one to two minutes)')
  await runCommand('npm', npmCi, {
    cwd: folderOf(id),
    failure: 'The packages of the release could not be installed; the messages above say why.',
  })
}

/** Serves a release at a port of its own and requests every page of its site map. Returns how many there are. */
export async function checkRelease(folder: string, env: Env): Promise<number> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const data = join(folder, '.data')
  const site = await superviseProcess({
    name: 'The site of the release',
    args: ['--disable-warning=ExperimentalWarning', join(folder, 'server.ts')],
    cwd: folder,
    env: {
      ...env,
      ...compileCache(folder),
      PORT: String(port),
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      SITE_BUILD_DIR: releaseBuildDir,
      // The release may be rejected, so it must neither migrate nor deliver the enquiries of the site that is served.
      DATA_DIR: data,
      DATABASE_URL: '',
      // Visitors do not come here, so it need not hear of what is published, nor be watched.
      REDIS_URL: '',
      METRICS_PORT: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '',
    },
    pidFile: join(folder, 'trial.pid'),
    ready: (instance) => untilReady(origin + withBasePath('/api/ready'), {instance}),
  })
  try {
    return await checkPages(origin)
  } finally {
    await site.stop()
    rmSync(data, {recursive: true, force: true})
  }
}

async function checkPages(origin: string): Promise<number> {
  const sitemap = await (await fetch(origin + withBasePath('/sitemap.xml'))).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  if (pages.length === 0) throw new UserError('The release has no pages: its site map is empty. It is not served.')
  const failed: string[] = []
  for (const page of pages) {
    const {status} = await fetch(origin + page, {redirect: 'manual'})
    if (status !== 200) failed.push(`${page} (${status})`)
  }
  if (failed.length > 0) {
    throw new UserError(`The release is not served, as pages of it fail: ${failed.slice(0, 10).join(', ')}.`)
  }
  return pages.length
}

/** A port that nothing uses now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
