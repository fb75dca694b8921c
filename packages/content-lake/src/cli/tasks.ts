import {existsSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {stdin, stdout} from 'node:process'
import {createInterface} from 'node:readline/promises'
import {Writable} from 'node:stream'
import {inUrl} from '../access/origins.ts'
import {savePassword} from '../access/password.ts'
import {resolveTokens} from '../access/resolveTokens.ts'
import {readUsers, saveUserPassword} from '../access/Users.ts'
import {backupFolder, fetchBackup} from '../backup/backupLake.ts'
import {exportDataset} from '../dataset/exportDataset.ts'
import {LakeOpenError, UsageError} from '../errors.ts'
import {makeFolder} from '../files.ts'
import {compactLake} from '../history/compactLake.ts'
import {rewindLake} from '../history/rewindLake.ts'
import type {Lake} from '../Lake.ts'
import {openLake} from '../openLake.ts'
import {DATABASE_FILE} from '../store/openDatabase.ts'
import {SQLITE, sqliteCode, throwNamingDisk} from '../store/storageFailure.ts'
import {TEST_LAKE_TOKENS, type TestLakeOptions} from '../testLake.ts'
import type {BackupResult} from '../types.ts'
import type {Command} from './readArguments.ts'

/** Does the one-off task that the arguments name. Settles with the sentence to print; undefined to serve. */
export function runTask(command: Command): Promise<string | undefined> {
  const {name, value} = command.task
  const target = name === 'export' || name === 'backup' ? value : command.lake.dir
  return resultOf(command).catch((error: unknown) => throwNamingDisk(error, target))
}

async function resultOf(command: Command): Promise<string | undefined> {
  const {name, value} = command.task
  switch (name) {
    case 'reset':
      return resetTask(command)
    case 'set-password':
      return passwordTask(command)
    case 'export':
      return withLake(command, 'export', (lake) => exportTask(lake, value))
    case 'backup':
      return backupTask(command, value)
    case 'rewind':
      return withLake(command, 'rewind', (lake) => rewindTask(lake, value))
    case 'compact':
      return compactTask(command)
    default:
      return undefined
  }
}

async function passwordTask({lake: {dir, users}, user}: Command): Promise<string> {
  if (users !== undefined && user !== undefined) return userPasswordTask({dir, users, user})
  const password = await readPassword()
  makeFolder(dir)
  savePassword(dir, password)
  return `The password of ${dir} is set; the lake asks for it from its next start on. Earlier sessions have ended.`
}

async function userPasswordTask({dir, users, user}: {dir: string; users: string; user: string}): Promise<string> {
  const known = readUsers(users, dir).state.definitions
  const person = known.find(({id}) => id === user)
  if (!person) {
    throw new UsageError(`${users} has no user "${user}", only ${known.map(({id}) => id).join(', ')}.`)
  }
  const password = await readPassword()
  makeFolder(dir)
  saveUserPassword(dir, {id: user, name: person.name, ...(person.email && {email: person.email})}, password)
  return `The password of ${user} is set; a running lake takes it within seconds. Earlier sessions have ended.`
}

function requireFolder({lake: {dir}}: Command, verb: string): void {
  if (!existsSync(dir)) throw new UsageError(`${dir} does not exist: there is nothing to ${verb}.`)
}

async function withLake(command: Command, verb: string, use: (lake: Lake) => Promise<string>): Promise<string> {
  requireFolder(command, verb)
  const {lake, endStreams, close} = openLake(command.lake)
  try {
    return await use(lake)
  } finally {
    endStreams()
    close()
  }
}

async function exportTask(lake: Lake, folder: string): Promise<string> {
  const {documents, assets} = await exportDataset(lake, folder)
  return `Exported ${documents} documents and ${assets} assets to ${folder}`
}

async function rewindTask(lake: Lake, time: string): Promise<string> {
  const {restored, deleted} = rewindLake(lake, time)
  return `Back to ${time}: ${restored} documents have an earlier state, ${deleted} that did not exist then are deleted`
}

async function compactTask(command: Command): Promise<string> {
  requireFolder(command, 'compact')
  const {lake, close} = openLake(command.lake)
  const size = () => `${(statSync(join(lake.options.dir, DATABASE_FILE)).size / 1_000_000).toFixed(1)} MB`
  const before = size()
  const {merged} = await compactLake(lake, {thorough: true}).finally(close)
  return `Merged ${merged} edits: the database went from ${before} to ${size()}`
}

async function backupTask(command: Command, folder: string): Promise<string> {
  const sentence = ({documents, assets}: BackupResult) =>
    `Backed up ${documents} documents with their history and ${assets} assets to ${folder}`
  try {
    return sentence(await backupFolder(command.lake.dir, folder))
  } catch (error) {
    const isRunning = error instanceof LakeOpenError && sqliteCode(error.cause) === SQLITE.busy
    if (!isRunning) throw error
    return sentence(await fetchBackup(addressOf(command), folder))
  }
}

/** The address of the running lake that holds the folder, started with the same options. */
function addressOf({lake}: Command) {
  const {dir, host = 'localhost', port = 3333} = lake
  return {url: `http://${inUrl(host)}:${port}`, token: resolveTokens(lake).admin, dir}
}

/** The tokens of a lake for tests: from the environment, else the known ones. */
export function tokensForTests(): TestLakeOptions['tokens'] & object {
  const {env} = process
  return {
    write: env.SANITY_API_WRITE_TOKEN || undefined,
    read: env.SANITY_API_READ_TOKEN || undefined,
    admin: env.SANITY_API_ADMIN_TOKEN || undefined,
  }
}

async function resetTask({lake: {port = 3333}}: Command): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  const headers = {authorization: `Bearer ${tokensForTests().admin ?? TEST_LAKE_TOKENS.admin}`}
  const response = await fetch(`${url}/v1/lake/reset`, {method: 'POST', headers}).catch(() => undefined)
  if (!response) throw new UsageError(`No lake answers at ${url}: give the --port that it was started with.`)
  if (!response.ok) throw new UsageError(`The lake at ${url} was not reset: ${await response.text()}`)
  return `The lake at ${url} is back at its seed`
}

/** Prompts twice without echo; reads the first line of a pipe. */
async function readPassword(): Promise<string> {
  if (!stdin.isTTY) return firstLine()
  const muted = new Writable({write: (_chunk, _encoding, done) => done()})
  const terminal = createInterface({input: stdin, output: muted, terminal: true})
  try {
    const ask = async (prompt: string): Promise<string> => {
      stdout.write(prompt)
      const answer = await terminal.question('')
      stdout.write('\n')
      return answer
    }
    const password = await ask('New password: ')
    if ((await ask('Once more: ')) !== password) throw new UsageError('The two passwords differ; nothing was changed.')
    return password
  } finally {
    terminal.close()
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({input: stdin})) return line
  throw new UsageError('There is no password: type one, or pipe it in.')
}
