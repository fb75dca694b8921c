import {resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import {readBuildDir, readDataDir} from '../../lib/env.ts'

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Folders that a build or a server reads. */
export const sourceFolders = [
  ...['app', 'browser', 'components', 'deploy', 'enquiries', 'i18n', 'lib', 'packages', 'public', 'sanity', 'scripts'],
  ...['server', 'studio'],
]

/** Where processes of a copy of the project keep what Node has compiled: it goes when the copy, or its packages, go. */
export const compileCache = (folder: string) => ({NODE_COMPILE_CACHE: resolve(folder, 'node_modules/.cache/compiled')})

/** A program that a dependency installs. */
export const bin = (name: string): string => resolve(root, 'node_modules/.bin', name)

/** Where the embedded parts keep their data: `.data`, or `DATA_DIR` (tests use a folder of their own). */
export const dataDir = resolve(root, readDataDir(process.env))

/** The built site: `.next`, or `SITE_BUILD_DIR` (a folder inside the project, as Next demands). */
export const siteBuildDir = resolve(root, readBuildDir(process.env))

/** The built Studio: `studio/dist`, or `STUDIO_BUILD_DIR`. */
export const studioBuildDir = resolve(root, process.env.STUDIO_BUILD_DIR?.trim() || 'studio/dist')

/** The dataset in Sanity's import format. */
export const seedDir = resolve(root, 'sanity/seed')
