import {spawnSync} from 'node:child_process'
import {randomBytes} from 'node:crypto'
import {once} from 'node:events'
import {readdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {type SanityClient, ServerError} from '@sanity/client'
import {expect, onTestFinished, test} from 'vitest'
import {WebSocket} from 'ws'
import {writePrivateJson} from '../files.ts'
import {expectWholeHistory} from '../testing/expectWholeHistory.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'
import {recordEvents} from '../testing/recordEvents.ts'
import {browserHeaders} from '../testing/stubWebSocket.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))
const MUCH_TEXT = '内容'.repeat(5_000)

/** Creates documents until the lake refuses; returns the ids of those that it took, and the refusal. */
async function fillUp(client: SanityClient) {
  const taken: string[] = []
  for (let n = 0; n < 2_000; n += 1) {
    try {
      taken.push((await client.create({_id: `page-${n}`, _type: 'page', text: MUCH_TEXT}))._id)
    } catch (error) {
      return {taken, refusal: refusalOf(error)}
    }
  }
  throw new Error('The disk did not fill up')
}

function refusalOf(error: unknown) {
  if (!(error instanceof ServerError)) throw error
  return {status: error.statusCode, description: error.message}
}

const FULL = {status: 507, description: expect.stringContaining('no space left on the disk')}

test('a full disk is a 507 that names it, loses nothing, and is over when there is space again', async () => {
  const lines: string[] = []
  const lake = await openTestLake({log: (line) => lines.push(line)})
  const client = clientOf(lake)
  const {page_count: pages} = lake.database.prepare('PRAGMA page_count').get() ?? {}
  lake.database.exec(`PRAGMA max_page_count = ${Number(pages) + 200}`)
  const heard = recordEvents(client.listen('*', {}, {includeResult: false, events: ['welcome', 'mutation']}))
  await heard.count(1)
  const {taken, refusal} = await fillUp(client)
  expect(refusal).toMatchObject(FULL)
  const logged = lines.filter((line) => line.includes('disk is full'))
  expect(logged).toEqual([expect.stringMatching(/^POST .* failed: database or disk is full id=\S+$/)])
  expect(taken.length).toBeGreaterThan(5)
  expect((await client.getDocuments([...taken, `page-${taken.length}`])).map((document) => document?._id)).toEqual([
    ...taken,
    undefined,
  ])
  expectWholeHistory(lake.database)

  lake.database.exec('PRAGMA max_page_count = 1000000')
  await client.create({_id: 'later', _type: 'page', text: MUCH_TEXT})
  const events = await heard.count(taken.length + 2)
  expect(events.slice(1)).toMatchObject([...taken, 'later'].map((documentId) => ({documentId})))
  await lake.close()
  const again = await openTestLake({dir: lake.options.dir})
  expect(Array.from(again.documents.all(), ({_id}) => _id).sort()).toEqual([...taken, 'later'].sort())
})

/** A folder on a file system of four megabytes; undefined for users who may not mount one. */
async function smallFolder(): Promise<string | undefined> {
  const dir = await newFolder()
  const {status} = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dir])
  if (status !== 0) return undefined
  onTestFinished(() => {
    spawnSync('umount', [dir])
  })
  return dir
}

const NO_MOUNT = 'this user may not mount a small file system'

test('a file system that is full is survived in the same way, uploads included', async (context) => {
  const dir = await smallFolder()
  if (dir === undefined) return context.skip(NO_MOUNT)
  const lake = await openTestLake({dir})
  const client = clientOf(lake)
  writeFileSync(join(dir, 'ballast'), Buffer.alloc(2_500_000))
  const {taken, refusal} = await fillUp(client)
  expect(refusal).toMatchObject(FULL)
  const upload = client.assets.upload('file', Buffer.alloc(600_000, 'x'), {filename: 'large.txt'})
  expect(await upload.then(() => undefined, refusalOf)).toMatchObject(FULL)
  expect(readdirSync(join(dir, 'assets'))).toEqual([])
  const people = {users: [' '.repeat(600_000)]}
  expect(() => writePrivateJson(join(dir, 'people.json'), people)).toThrow('ENOSPC')
  expect(readdirSync(dir).filter((name) => name.startsWith('people.json'))).toEqual([])

  rmSync(join(dir, 'ballast'))
  await client.create({_id: 'later', _type: 'page'})
  await lake.close()
  const again = await openTestLake({dir})
  expect(Array.from(again.documents.all(), ({_id}) => _id).sort()).toEqual([...taken, 'later'].sort())
  expectWholeHistory(again.database)
})

test('signing out works on a full disk, and lasts: a restart brings the session back no more', async () => {
  const lake = await openTestLake()
  const headers = browserHeaders(lake)
  const statusOf = async (path: string, method = 'GET') => (await fetch(lake.url + path, {method, headers})).status
  expect(await statusOf('/v1/users/me')).toBe(200)
  lake.database.exec('PRAGMA query_only = ON')
  expect([await statusOf('/v1/auth/logout', 'POST'), await statusOf('/v1/users/me')]).toEqual([200, 401])
  lake.database.exec('PRAGMA query_only = OFF')
  await lake.close()
  const again = await openTestLake({dir: lake.options.dir})
  const later = await fetch(`${again.url}/v1/users/me`, {headers: {...headers, origin: again.url}})
  expect(later.status).toBe(401)
})

test('a socket with a session that has expired does not end a lake whose disk is full', async () => {
  const first = await openTestLake()
  const {cookie} = browserHeaders(first)
  first.database.exec('UPDATE sessions SET used_at = 0')
  await first.close()
  const lake = await openTestLake({dir: first.options.dir})
  lake.database.exec('PRAGMA query_only = ON')
  const socket = new WebSocket(`${lake.url.replace('http', 'ws')}/v1/multiplex`, {headers: {cookie, origin: lake.url}})
  onTestFinished(() => socket.terminate())
  expect((await once(socket, 'close'))[0]).toBe(4401)
  expect((await fetch(`${lake.url}/health`)).status).toBe(200)
  lake.database.exec('PRAGMA query_only = OFF')
})

test('commands name the disk that is full and what to do, and do not take it for another backup', async (context) => {
  const [dir, small, source] = [await newFolder(), await smallFolder(), join(await newFolder(), 'large.ndjson')]
  if (small === undefined) return context.skip(NO_MOUNT)
  const lake = await openTestLake({dir})
  await lake.close()
  const random = () => randomBytes(1_000_000).toString('hex')
  writeFileSync(
    source,
    [1, 2, 3].map((n) => `${JSON.stringify({_id: `a${n}`, _type: 'a', text: random()})}\n`).join(''),
  )
  const run = (...args: string[]) => spawnSync(process.execPath, [CLI, ...args], {encoding: 'utf8'}).stderr

  const full = (folder: string) =>
    `There is no space left on the disk that holds ${folder}. Free some, and run the command again.\n`
  const own = join(small, 'lake')
  expect(run('--dir', own, '--port', '0', '--import', source)).toBe(full(own))
  rmSync(own, {recursive: true})

  expect(() => writeFileSync(join(small, 'ballast'), Buffer.alloc(5_000_000))).toThrow('ENOSPC')
  for (const [option, target] of [
    ['--backup', join(small, 'backup')],
    ['--export', join(small, 'export')],
    ['--export', join(small, 'export.tar.gz')],
  ] as const) {
    expect(run('--dir', dir, option, target), option).toBe(full(target))
  }
})
