// Plain JavaScript without dependencies, as scripts/bootstrap.mjs asks it before any are installed.
import {createHash} from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'

/** npm's list of what it has installed. It is written last, but also when a lockfile alone is made. */
const npmList = '.package-lock.json'

/** Our note that the packages were seen to be those of the lockfile: a hash of that and of npm's list. */
const note = '.current-lockfile'

/** The arguments by which npm installs all that the lockfile names, whatever NODE_ENV or the user's .npmrc would leave out. */
export const npmCi = [
  'ci',
  ...['--include=dev', '--include=optional', '--include=peer', '--no-legacy-peer-deps', '--package-lock'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
]

/**
 * Returns whether the packages of a folder's lockfile are installed, whoever called npm. They are read once for each
 * installation, as they are a thousand.
 * @param {string} folder
 * @returns {boolean}
 */
export function arePackagesCurrent(folder) {
  const files = ['package-lock.json', `node_modules/${npmList}`].map((file) => join(folder, file))
  if (!files.every(existsSync)) return false
  const [wanted, listed] = files.map((file) => readFileSync(file, 'utf8'))
  const hash = createHash('sha256').update(wanted).update(listed).digest('hex')
  const noted = join(folder, 'node_modules', note)
  if (existsSync(noted) && readFileSync(noted, 'utf8') === hash) return true
  if (!areInstalled(folder, JSON.parse(wanted).packages, JSON.parse(listed).packages)) return false
  try {
    writeFileSync(noted, hash)
  } catch {
    // Another user's folder, or a full disk: they are read again the next time.
  }
  return true
}

/**
 * @param {string} folder
 * @param {Record<string, {version?: string, optional?: boolean, link?: boolean}>} wanted
 * @param {Record<string, object>} listed
 */
function areInstalled(folder, wanted, listed) {
  return (
    Object.keys(listed).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, {version, optional, link}]) => {
      if (link || !path.includes('node_modules/')) return true
      const manifest = join(folder, path, 'package.json')
      return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version === version : optional
    })
  )
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
    if (entry.name === '.cache' || entry.name === note) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    // npm writes into it, and so into every link to it.
    if (entry.name === npmList) copyFileSync(source, target)
    else if (entry.isDirectory()) linkPackageFolder(source, target)
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
