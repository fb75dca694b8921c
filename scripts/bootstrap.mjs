// Runs on the machine's Node (20 or newer): installs the dependencies, among them the project's own Node, and runs the
// named script on that. With `--install-for-production` it installs what production needs alone, and runs nothing. Plain
// JavaScript without dependencies, as none are installed yet.
import {spawn} from 'node:child_process'
import {createHash} from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rm,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import {createServer} from 'node:net'
import {basename, join, relative, resolve} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {arePackagesCurrent, linkPackageFolder, npmCi} from './installedPackages.mjs'

const ownPath = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
/** Records that only what production needs is installed, and of which lockfile; see scripts/product/productionInstall.ts. */
const productionStamp = join(root, 'node_modules/.installed-for-production')
/** npm writes it last. */
const npmList = join(root, 'node_modules/.package-lock.json')
/** Packages that those of a release have replaced. They are removed later, as that is half of the file operations. */
const replaced = join(root, 'node_modules-replaced')
/** Where packages for production are installed before they take the place of the others. */
const prepared = join(root, 'node_modules-production')
/** Written last: with it the packages are whole. */
const preparedStamp = join(prepared, 'node_modules', basename(productionStamp))
/** Scripts that need no more than that. */
const productionScripts = ['start', 'doctor', 'backup', 'restore', 'enquiries', 'seed', 'contentCheck']
const forProduction = '--install-for-production'
/** What a supervisor or a terminal ends commands by. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const windows = process.platform === 'win32'
const node = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node')

/** @param {string} script */
async function installDependencies(script) {
  // The nightly backup may run between a pull and the restart: it uses the packages that are in service.
  if (script === 'backup' && existsSync(node) && (existsSync(productionStamp) || findRunning())) return
  if (existsSync(productionStamp)) {
    if (!productionScripts.includes(script)) {
      fail(
        'Only what production needs is installed, and this command needs more. Run "npm ci" first; afterwards "npm run install:production" takes it away again.',
      )
    }
    if (readFileSync(productionStamp, 'utf8') !== hashOfLockfile()) {
      fail('The packages are of another package-lock.json. Run "npm ci", "npm start" and "npm run install:production".')
    }
    return
  }
  // A deploy installs packages for its own release. What runs meanwhile keeps those that it has.
  if (script === 'deploy' && existsSync(node)) return
  if (arePackagesCurrent(root) && existsSync(node)) return
  refuseForeignRoot()
  refuseWhileRunning()
  if (takePackagesOfRelease()) return
  console.log('· Installing dependencies (about 1.5 GB, one to two minutes the first time)')
  await runNpmCi(root)
  if (!existsSync(node)) fail(missingNode)
}

/**
 * Installs the dependencies of the site's server and of the lake, without those of development and of the Studio, which
 * is served as it was built. npm cannot leave out a workspace of which a part is a peer of another package, so it gets
 * manifests without them, with the same lockfile.
 */
async function installForProduction() {
  refuseForeignRoot()
  refuseWhileRunning()
  refuseFixedFolders()
  console.log('· Installing what production needs (about 0.7 GB)')
  // Left by ones that were killed.
  for (const path of [prepared, replaced, ...formerlyPrepared()]) removeFolder(path)
  const folder = prepared
  mkdirSync(folder)
  process.once('exit', () => existsSync(preparedStamp) || removeFolder(folder))
  const {devDependencies, workspaces, ...manifest} = readManifest(root)
  const served = workspaces.filter((/** @type {string} */ workspace) => workspace !== 'studio')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({...manifest, workspaces: served}))
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  for (const workspace of served) {
    const {devDependencies, ...rest} = readManifest(join(root, workspace))
    mkdirSync(join(folder, workspace), {recursive: true})
    writeFileSync(join(folder, workspace, 'package.json'), JSON.stringify(rest))
    // npm links commands that exist.
    cpSync(join(root, workspace, 'bin'), join(folder, workspace, 'bin'), {recursive: true})
  }
  await runNpmCi(folder)
  if (!existsSync(join(folder, relative(root, node)))) fail(missingNode)
  // One that is not there is in its place already.
  for (const workspace of workspaces) mkdirSync(join(folder, workspace, 'node_modules'), {recursive: true})
  writeFileSync(preparedStamp, hashOfLockfile())
  await putPrepared()
  console.log('· Installed. "npm start" serves what is built here.')
}

/** Refuses where a folder of packages cannot be removed, before anything is: a mount, or without write permission above it. */
function refuseFixedFolders() {
  for (const workspace of [...readManifest(root).workspaces, '']) {
    const folder = join(root, workspace, 'node_modules')
    try {
      accessSync(join(root, workspace), constants.W_OK)
      // Of one that holds something the system says so last.
      rmdirSync(folder)
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) continue
      fail(
        `${folder} cannot be replaced (${error.message}). Nothing was changed. Give yourself write permission and make no mount of it, or keep the packages that "npm ci" installs.`,
      )
    }
  }
}

/** Returns folders of former versions, which prepared packages under random names. Copies of node_modules have no lockfile. */
function formerlyPrepared() {
  return readdirSync(root)
    .filter((name) => /^node_modules-\w{6}$/.test(name))
    .map((name) => join(root, name))
    .filter((path) => existsSync(join(path, 'package-lock.json')))
}

/** Has the prepared packages take the place of the others, also where a process was killed meanwhile. */
async function putPrepared() {
  if (!existsSync(preparedStamp)) return
  const unlock = await lockPackages()
  // Another command may have done it meanwhile.
  if (existsSync(preparedStamp)) replacePackages()
  unlock()
}

/**
 * Ensures that one process at a time replaces packages here: the second would remove what the first has put in its place.
 * The lock is a socket without a file (a named pipe on Windows), which ends with its process; other systems have none.
 * Returns an unlock function.
 */
async function lockPackages() {
  const name = `packages-of-${createHash('sha256').update(root).digest('hex')}`
  const path = {linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}`}[process.platform]
  if (!path) return () => {}
  for (let isFirst = true; ; isFirst = false) {
    const server = createServer()
    const isOwn = await new Promise((resolve, reject) => {
      server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
      server.listen(path, () => resolve(true))
    })
    if (isOwn) return () => server.close()
    refuseWhileInstalling()
    if (isFirst) console.log('· Waiting for another command, which replaces packages')
    await delay(100)
  }
}

function replacePackages() {
  if (!arePreparedWanted()) return removePrepared()
  refuseWhileRunning()
  try {
    for (const workspace of [...readManifest(root).workspaces, '']) {
      const [from, to] = [prepared, root].map((folder) => join(folder, workspace, 'node_modules'))
      if (!existsSync(from)) continue
      // No rename: an overlay refuses that for packages of another layer of an image.
      rmSync(to, {recursive: true, force: true})
      renameSync(from, to)
    }
  } catch (error) {
    removePrepared()
    // Without these two, what is left counts as incomplete.
    for (const file of [npmList, productionStamp]) tryToRemove(file)
    fail(
      `The packages could not be replaced (${error.message}), and some may be missing. Give yourself write permission, make no mount of node_modules, and run "npm ci".`,
    )
  }
  removeFolder(prepared)
}

/** Whether nobody has installed packages since, and the prepared ones are of this lockfile or the only ones. */
function arePreparedWanted() {
  if (!existsSync(npmList)) return true
  return (
    readFileSync(preparedStamp, 'utf8') === hashOfLockfile() &&
    statSync(preparedStamp).mtimeMs > statSync(npmList).mtimeMs
  )
}

/** The stamp goes first, so that packages which are half removed are not taken. */
function removePrepared() {
  for (const path of [preparedStamp, prepared]) tryToRemove(path)
}

/** For what the command can do without. */
function tryToRemove(path) {
  try {
    removeFolder(path)
  } catch {
    // Another user's.
  }
}

/** Retries: what npm has started may write there for a moment after npm was ended. */
const removeFolder = (folder) => rmSync(folder, {recursive: true, force: true, maxRetries: 10})

/**
 * Uses the packages that the last deploy has installed for its release, if the lockfile is still the same, as the site
 * is away during a restart. Returns whether it did.
 */
function takePackagesOfRelease() {
  const folders = [...readManifest(root).workspaces, ''].map((workspace) => join(workspace, 'node_modules'))
  const removeTaken = () => {
    for (const folder of folders) rmSync(join(root, `${folder}-taken`), {recursive: true, force: true})
    rmSync(replaced, {recursive: true, force: true})
  }
  const release = join(root, `${process.env.SITE_BUILD_DIR?.trim() || '.next'}-releases`, 'current')
  try {
    // An earlier process may have been killed here.
    removeTaken()
    if (!arePackagesCurrent(release) || hashOfLockfile(release) !== hashOfLockfile()) return false
    console.log('· Taking the packages of the release')
    for (const folder of folders) {
      if (existsSync(join(release, folder))) linkPackageFolder(join(release, folder), join(root, `${folder}-taken`))
    }
    // Without npm's list the packages count as incomplete. The last folder brings its own, so a process that is killed in
    // between leaves none.
    rmSync(npmList, {force: true})
    mkdirSync(replaced)
    for (const [index, to] of folders.map((folder) => join(root, folder)).entries()) {
      if (existsSync(to)) renameSync(to, join(replaced, String(index)))
      if (existsSync(`${to}-taken`)) renameSync(`${to}-taken`, to)
    }
  } catch (error) {
    try {
      removeTaken()
    } catch {
      // The first error names the cause.
    }
    // Those of a mount, or of another layer of an image, cannot be moved away, and npm replaces what is in them.
    if (['EBUSY', 'EXDEV'].includes(error.code)) return false
    fail(
      `The packages of the release could not be taken (${error.message}). Make room, or give yourself write permission, and run the command again.`,
    )
  }
  return existsSync(node)
}

/**
 * Ends with npm where a signal ends this process.
 * @param {string} cwd
 */
async function runNpmCi(cwd) {
  let isEnded = false
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    isEnded = true
    npm.kill(signal)
  }
  // Before npm begins, which may be faster than this process is.
  for (const signal of signals) process.on(signal, end)
  const npm = spawn('npm', npmCi, {cwd, stdio: 'inherit', shell: windows})
  const status = await new Promise((resolve) => npm.once('error', resolve).once('close', resolve))
  for (const signal of signals) process.off(signal, end)
  if (isEnded) process.exit(130)
  if (status === 0) return
  fail(
    'The dependencies could not be installed; npm says why above. Check that the npm registry can be reached or, where a library such as libatomic.so.1 is missing, install that (libatomic1 on Debian); then run the command again.',
  )
}

const missingNode =
  'The "node" package has no binary. Allow its install script (npm config delete ignore-scripts) and run the command again.'

function hashOfLockfile(folder = root) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** A user could not replace packages that root has installed in that user's folder. */
function refuseForeignRoot() {
  if (!isForeignRoot()) return
  // A shared folder may give all files to one user, those of root, too.
  const probe = mkdtempSync(join(root, 'node_modules-'))
  const ofRoot = statSync(probe).uid
  rmdirSync(probe)
  const {uid} = statSync(root)
  if (ofRoot === uid) return
  fail(
    `${root} belongs to the user with the id ${uid}, who could not replace packages that root installs there. Run this command as that user, or make all of it root's: chown -R root ${JSON.stringify(root)}`,
  )
}

function refuseWhileInstalling() {
  const installing = findProcess(installsHere)
  if (!installing) return
  fail(
    `Packages are being installed here (process ${installing}). Wait until that has ended, and run this command again.`,
  )
}

function refuseWhileRunning() {
  refuseWhileInstalling()
  const running = findRunning()
  if (!running) return
  fail(
    `A command of this project is running (process ${running}), and its dependencies are about to be replaced. Stop it, and run this one again.`,
  )
}

/** Returns the id of another process that runs a script, or the server, of this folder; undefined without /proc. */
const findRunning = () => findProcess(runsScript)

/** @param {(pid: string, command: string[]) => boolean} isWanted */
function findProcess(isWanted) {
  if (!existsSync('/proc')) return undefined
  return readdirSync('/proc').find((pid) => {
    try {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
      return isWanted(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'))
    } catch {
      // It has ended, or is another user's.
      return false
    }
  })
}

/** Whether a process is the site's server, or a script other than this one, which only starts scripts. */
function runsScript(pid, command) {
  return pathsOfNode(pid, command).some(
    (path) => path === join(root, 'server.ts') || (path.startsWith(join(root, 'scripts/')) && path !== ownPath),
  )
}

/** Returns the arguments of a process of Node as whole paths; none of another program. */
function pathsOfNode(pid, [program = '', ...args]) {
  if (!/(^|\/)node$/.test(program)) return []
  const cwd = folderOfProcess(pid)
  return args.map((argument) => resolve(cwd, argument))
}

/** Another user's is not told. What the project itself starts is named by its whole path. */
function folderOfProcess(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '/'
  }
}

/**
 * Whether a process is `installForProduction`, or `npm ci`, as it is called or as it calls itself, in this folder or in the one
 * that is prepared.
 */
function installsHere(pid, command) {
  if (command.includes(forProduction) && pathsOfNode(pid, command).includes(ownPath)) return true
  const [title = ''] = command
  const isCalled = command.some(
    (part, index) => /^(ci|install|i)$/.test(part) && /(^|\/)npm(-cli\.js)?$/.test(command[index - 1] ?? ''),
  )
  if (!isCalled && !/^npm (ci|install|i)( |$)/.test(title)) return false
  const cwd = join(readlinkSync(`/proc/${pid}/cwd`), '/')
  return cwd === root || cwd.startsWith(join(root, 'node_modules-'))
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(`✗ ${sentence}`)
  process.exit(1)
}

/** @param {string} script */
function runScript(script, args) {
  // Each command says itself what is of production.
  const {NODE_ENV, ...env} = process.env
  const path = [join(root, 'node_modules/.bin'), join(root, 'node_modules/node/bin'), env.PATH].join(
    windows ? ';' : ':',
  )
  // Site, lake and commands talk to each other; a proxy elsewhere would look for them on its own machine.
  const named = env.no_proxy ?? env.NO_PROXY ?? ''
  const direct = named.trim() === '*' ? named : [named, 'localhost,127.0.0.1,[::1]'].filter(Boolean).join(',')
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', `${script}.ts`), ...args], {
    cwd: root,
    // The IPC channel closes when this process is gone, however it died.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // All processes below this one share the compiled modules. Of root's, the folder's owner could not remove them with the packages.
      ...(!isForeignRoot() && {NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled')}),
      ...env,
      no_proxy: direct,
      NO_PROXY: direct,
      PATH: path,
    },
  })
  endWithNpm(child)
  // A supervisor signals only this process; after Ctrl-C the child has the signal already and ignores the second.
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
}

/** Whether root runs this in another user's folder, as for a backup. */
const isForeignRoot = () => process.getuid?.() === 0 && statSync(root).uid !== 0

/**
 * Ends the child when npm was killed: npm passes no signal on, but this process, or the shell between, gets another
 * parent.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parents = () => `${process.ppid} ${parentOfShell(process.ppid)}`
  const before = parents()
  setInterval(() => parents() !== before && child.kill('SIGTERM'), 1000).unref()
}

/** Returns the parent of a process if that process is a shell; undefined without /proc. */
function parentOfShell(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return /^(ba|da|z|k)?sh$/.test(name) ? parent : undefined
  } catch {
    return undefined
  }
}

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [arguments]')
if (script !== 'doctor') await putPrepared()
if (script === forProduction) await installForProduction()
else {
  // It reports what is missing and changes nothing.
  if (script !== 'doctor') await installDependencies(script)
  else if (!existsSync(node)) {
    console.log('fail  The dependencies are not installed. Run "npm start", which installs them, or "npm ci".')
    process.exit(1)
  }
  // While the site starts. The next start removes what is left where this process ends before.
  if (script === 'start') rm(replaced, {recursive: true, force: true}, () => {})
  runScript(script, args)
}
