// Runs on the machine's Node (20 or newer): installs the dependencies, among them the project's own Node, and runs the
// named script on that. Plain JavaScript without dependencies, as none are installed yet.
import {spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'node_modules/.installed-lockfile')
const windows = process.platform === 'win32'
const node = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node')

function installDependencies() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile && existsSync(node)) return
  const running = findRunning()
  if (running) {
    fail(
      `A start of this project is running (process ${running}), and its dependencies are about to be replaced. Stop it, and run the command again.`,
    )
  }
  console.log('· Installing dependencies (about 1.4 GB, one to two minutes the first time)')
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
  })
  if (install.status !== 0)
    fail(
      'The dependencies could not be installed. Check that the npm registry can be reached and run the command again.',
    )
  if (!existsSync(node))
    fail(
      'The "node" package has no binary. Allow its install script (npm config delete ignore-scripts) and run the command again.',
    )
  writeFileSync(stamp, lockfile)
}

/** Returns the id of a running process that was started from this folder; see scripts/product/superviseProcess.ts. */
function findRunning() {
  const data = join(root, '.data')
  if (!existsSync(data)) return undefined
  for (const name of readdirSync(data, {recursive: true, encoding: 'utf8'})) {
    if (!/(^|[\\/])(site|lake|studio)\.pid$/.test(name)) continue
    const pid = Number(readFileSync(join(data, name), 'utf8'))
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(root, 'scripts'))) return pid
    } catch {
      // It has ended.
    }
  }
  return undefined
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(`✗ ${sentence}`)
  process.exit(1)
}

/** @param {string} script */
function runScript(script, args) {
  const path = [join(root, 'node_modules/.bin'), join(root, 'node_modules/node/bin'), process.env.PATH].join(
    windows ? ';' : ':',
  )
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', `${script}.ts`), ...args], {
    cwd: root,
    // The IPC channel closes when this process is gone, however it died.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {...process.env, PATH: path},
  })
  endWithNpm(child)
  // A supervisor signals only this process; after Ctrl-C the child has the signal already and ignores the second.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
}

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
// It reports what is missing and changes nothing.
if (script !== 'doctor') installDependencies()
else if (!existsSync(node)) {
  console.log('fail  The dependencies are not installed. Run "npm start", which installs them, or "npm ci".')
  process.exit(1)
}
runScript(script, args)
