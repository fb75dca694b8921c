#!/usr/bin/env node
// Plain JavaScript that any Node understands: the lake itself needs a newer one than many machines have.
import {spawn} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {dirname, join} from 'node:path'
import {fileURLToPath, pathToFileURL} from 'node:url'

/** The lines of Node that the package was proved on, each with its lowest minor version. */
const NEEDED = {22: 23, 24: 21, 26: 0}
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 26 || minor >= (NEEDED[major] ?? Number.POSITIVE_INFINITY)

// In the repository Node runs the sources; a published package contains only JavaScript.
const source = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const command = existsSync(source) ? source : fileURLToPath(new URL('../cli.js', import.meta.url))

/** The Node of the npm package "node", if it is installed next to the lake or where the command was called. */
function installedNode() {
  for (const place of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    try {
      const folder = dirname(createRequire(place).resolve('node/package.json'))
      const node = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
      if (existsSync(node)) return node
    } catch {
      // It is not there.
    }
  }
  return undefined
}

/** Runs the lake in another process, which ends with this one, however this one ends: the channel between them closes. */
function handOver(node) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', command, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {...process.env, LAKE_ENDS_WITH_PARENT: '1'},
  })
  // A supervisor signals only this process; after Ctrl-C the child has the signal already and ignores the second.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
}

/** Ends the lake when npm or npx is gone: npm passes no signal on, but this process, or the shell between, gets another parent. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parents = () => `${process.ppid} ${parentOfShell(process.ppid)}`
  const before = parents()
  setInterval(() => parents() !== before && process.kill(process.pid, 'SIGTERM'), 1000).unref()
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

endWithNpm()
if (isNewEnough) {
  await import(pathToFileURL(command).href)
} else {
  const node = installedNode()
  if (node) handOver(node)
  else {
    console.error(
      `The content lake needs Node 22.23, 24.21, 26 or newer, and this is ${process.versions.node}. Install one, or the npm package "node@26" beside the lake.`,
    )
    process.exit(1)
  }
}
