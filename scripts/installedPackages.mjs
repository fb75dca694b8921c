// Plain JavaScript without dependencies, as scripts/bootstrap.mjs asks it before any are installed.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
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

/**
 * Links the packages of a folder into another one, without what tools have cached there. Packages are replaced by removing
 * their files, never by writing into them, so each folder keeps the ones that it has.
 * @param {string} from
 * @param {string} to
 */
export function linkPackageFolder(from, to) {
  mkdirSync(to, {recursive: true})
  for (const entry of readdirSync(from, {withFileTypes: true})) {
    if (entry.name === '.cache') continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkPackageFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkFile(source, target)
  }
}

/**
 * Copies where the file system has no links.
 * @param {string} source
 * @param {string} target
 */
export function linkFile(source, target) {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
