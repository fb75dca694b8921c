import {existsSync, renameSync, rmSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {type Build, fingerprint, isBuilt, recordBuild} from './builds.ts'
import {compressFiles} from './compressFiles.ts'
import {lockReleases} from './makeRelease.ts'
import {dataDir, root, studioBuildDir} from './paths.ts'
import {assertCanBuild} from './productionInstall.ts'
import {seconds, step} from './report.ts'
import {runCommand} from './runCommand.ts'

/** What the Studio and its schema are made of. */
export const studioSources = [
  ...['studio', 'sanity', 'enquiries', 'lib', 'packages/content-lake/src/browser', 'package-lock.json'],
  'scripts/product/compressFiles.ts',
]

/** Describes the build of the Studio, to record it and to find out whether it is current. */
export function studioBuild(publicVariables: Record<string, string | undefined>, folder = root): Build {
  return {
    stamp: join(studioBuildDir, 'build-stamp'),
    formerStamp: join(dataDir, 'studio-build'),
    sources: fingerprint(studioSources, [studioBuildDir, JSON.stringify(publicVariables)], folder),
    folder: studioBuildDir,
  }
}

/**
 * Builds the Studio, unless the last build is intact and has the same sources.
 *
 * @throws UserError if it cannot be built, or a deploy runs, which builds it in the same folder; the last build stays.
 */
export async function buildStudio(publicVariables: Record<string, string | undefined>): Promise<void> {
  if (isBuilt(studioBuild(publicVariables))) return
  const unlock = lockReleases()
  try {
    const built = await buildStudioBeside(publicVariables)
    built?.serve()
  } finally {
    unlock()
  }
}

export interface BuiltStudio {
  /** Has the build take the place of the one that is served. That stays where the disk refuses it, and the error is thrown. */
  serve: () => void
  /** Removes the build. */
  discard: () => void
}

/**
 * Builds the Studio beside the one that is served. Returns undefined if that is intact and has the same sources. Call it
 * under the lock of the releases, and hold that until the build is served or discarded: all builds have one folder.
 *
 * @param folder a copy of the project whose sources and packages are taken, such as a release.
 * @throws UserError if it cannot be built.
 */
export async function buildStudioBeside(
  publicVariables: Record<string, string | undefined>,
  folder = root,
): Promise<BuiltStudio | undefined> {
  const build = studioBuild(publicVariables, folder)
  if (isBuilt(build)) return undefined
  assertCanBuild('the Studio')
  const start = performance.now()
  step('Building the Studio (15 s on a fast machine, up to a minute on a slow one)')
  const target = join(dirname(studioBuildDir), '.sanity', `${basename(studioBuildDir)}.new`)
  const discard = () => rmSync(target, {recursive: true, force: true})
  await runCommand(process.execPath, [join(folder, 'node_modules/.bin/sanity'), 'build', target, '--yes'], {
    cwd: join(folder, 'studio'),
    env: {...publicVariables, DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1'},
    failure: 'The Studio could not be built; the messages above say why.',
  })
  await compressFiles(target, {quality: 9})
  step(`Studio built in ${seconds(start)}`)
  const serve = () => {
    const old = `${target}.old`
    rmSync(old, {recursive: true, force: true})
    if (existsSync(studioBuildDir)) renameSync(studioBuildDir, old)
    try {
      renameSync(target, studioBuildDir)
    } catch (error) {
      if (existsSync(old)) renameSync(old, studioBuildDir)
      throw error
    }
    rmSync(old, {recursive: true, force: true})
    recordBuild(build)
  }
  return {serve, discard}
}
