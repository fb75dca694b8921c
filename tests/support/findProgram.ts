import {spawnSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {delimiter, join} from 'node:path'

/**
 * Returns the path of a program that tests and benchmarks need. Installs it from Debian's packages if it is missing and
 * that is possible; otherwise throws an error that says what to install.
 */
export function findProgram(name: string, packages: readonly string[]): string {
  const found = onPath(name)
  if (found) return found
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1'}
    // Tests run side by side, and apt-get gives up where another one holds its locks.
    const alone = (...args: string[]) =>
      spawnSync('flock', [join(tmpdir(), 'find-program.lock'), 'apt-get', ...args], {stdio: 'ignore', env})
    alone('update', '-qq')
    alone('install', '-y', '-qq', '--no-install-recommends', ...packages)
  }
  const installed = onPath(name)
  if (installed) return installed
  throw new Error(`${name} is missing: install it (Debian: ${packages.join(' ')}) and run this again.`)
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(existsSync)
}
