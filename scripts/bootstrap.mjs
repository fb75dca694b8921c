// Runs on whatever Node the machine has (20 or newer): installs the dependencies, among them the project's own Node,
// and hands over to the named script on that Node. Plain JavaScript without dependencies, because none exist yet.
import {spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, readFileSync, writeFileSync} from 'node:fs'
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
  console.log('· Installing dependencies (about 1.4 GB, one to two minutes the first time)')
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {cwd: root, stdio: 'inherit', shell: windows})
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

/** @param {string} sentence */
function fail(sentence) {
  console.error(`✗ ${sentence}`)
  process.exit(1)
}

/** @param {string} script */
function handOver(script, args) {
  const path = [join(root, 'node_modules/.bin'), join(root, 'node_modules/node/bin'), process.env.PATH].join(
    windows ? ';' : ':',
  )
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', `${script}.ts`), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {...process.env, PATH: path},
  })
  // A supervisor signals only this process; after Ctrl-C the child has the signal already and ignores the second.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
}

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [arguments]')
installDependencies()
handOver(script, args)
