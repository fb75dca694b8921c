// Plain JavaScript without dependencies, as scripts/bootstrap.mjs asks it before any are installed.
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

/**
 * Returns whether `npm ci` has installed the packages of a folder's lockfile, whoever called it: npm writes what it has
 * installed to a file of its own when it has finished.
 * @param {string} folder
 * @returns {boolean}
 */
export function arePackagesCurrent(folder) {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    readPackages(join(folder, file)),
  )
  if (!wanted || !installed) return false
  return (
    Object.entries(installed).every(([path, {version}]) => wanted[path]?.version === version) &&
    Object.entries(wanted).every(
      ([path, {optional}]) => optional || !path.includes('node_modules/') || path in installed,
    )
  )
}

/**
 * @param {string} file
 * @returns {Record<string, {version?: string, optional?: boolean}> | undefined}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}
