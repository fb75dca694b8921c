import {spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {existsSync} from 'node:fs'
import promises, {mkdir, readdir, readFile, rm, stat, truncate, writeFile} from 'node:fs/promises'
import {syncBuiltinESMExports} from 'node:module'
import {connect} from 'node:net'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, onTestFinished, test, vi} from 'vitest'
import {SYSTEM} from '../access/identities.ts'
import {createApp} from '../createApp.ts'
import {importDataset} from '../dataset/importDataset.ts'
import {startServer} from '../http/startServer.ts'
import type {StartedLake} from '../Lake.ts'
import {clientOf, newFolder, openTestLake, TEST_TOKENS} from '../testing/openTestLake.ts'
import {writeRichDataset} from '../testing/richDataset.ts'
import {obstacleToTracing} from '../testing/traceLake.ts'
import {fetchBackup} from './backupLake.ts'

const author = {id: 'test', name: 'Test', rights: 'write'} as const

/** Every commit writes a pair; a copy with half of one was not taken between two commits. */
function writePair(lake: StartedLake, n: number): void {
  const mutations = ['left', 'right'].map((side) => ({
    createOrReplace: {_id: `${side}-${n % 50}`, _type: 'page', n, text: '内容'.repeat(2000)},
  }))
  lake.commit({mutations, author})
}

const numbers = (lake: StartedLake, side: string) =>
  Array.from({length: 50}, (_, n) => lake.documents.get(`${side}-${n}`)?.n ?? null)

test('a backup under writing is the lake at one moment, and opens as a lake', async () => {
  const lake = await openTestLake()
  await importDataset(lake, await writeRichDataset())
  for (let n = 0; n < 300; n += 1) writePair(lake, n)
  const folder = join(await newFolder(), 'backup')
  let isDone = false
  const backup = lake.backup(folder).finally(() => {
    isDone = true
  })
  let last = 300
  while (!isDone) {
    writePair(lake, last)
    last += 1
    await new Promise(setImmediate)
  }
  expect(await backup).toEqual({documents: expect.any(Number), assets: 5})

  const copy = await openTestLake({dir: folder})
  const left = numbers(copy, 'left')
  expect(numbers(copy, 'right')).toEqual(left)
  const newest = Math.max(...left.map(Number))
  expect(newest).toBeGreaterThanOrEqual(299)
  // All fifty documents are of the same moment: the numbers of the last fifty commits up to the newest.
  expect(left.map(Number).sort((a, b) => a - b)).toEqual(Array.from({length: 50}, (_, n) => newest - 49 + n))
  expect(await readdir(join(folder, 'assets'))).toEqual(await readdir(join(lake.options.dir, 'assets')))
  const image = Array.from(copy.documents.all()).find(({_type}) => _type === 'sanity.imageAsset')
  expect((await fetch(`${copy.url}/${String(image?.path)}`)).status).toBe(200)
})

test('a second backup into the same folder replaces the first, and copies only new assets', async () => {
  const lake = await openTestLake()
  await importDataset(lake, await writeRichDataset())
  const folder = await newFolder()
  await lake.backup(folder)
  const [name = ''] = await readdir(join(folder, 'assets'))
  const {ino} = await stat(join(folder, 'assets', name))
  await clientOf(lake).create({_id: 'later', _type: 'page'})
  await lake.backup(folder)
  expect((await stat(join(folder, 'assets', name))).ino).toBe(ino)
  const copy = await openTestLake({dir: folder})
  expect(copy.documents.has('later')).toBe(true)
})

test('a backup holds no tokens', async () => {
  const dir = await newFolder()
  const lake = await openTestLake({dir, writeToken: undefined, readToken: undefined})
  const folder = await newFolder()
  await lake.backup(folder)
  expect(existsSync(join(dir, 'tokens.json'))).toBe(true)
  expect((await readdir(folder)).sort()).toEqual(['assets', 'lake.db'])
})

test('a backup is refused where it would destroy a lake, and one that fails leaves the last one', async () => {
  const lake = await openTestLake()
  const other = await openTestLake()
  await expect(lake.backup(lake.options.dir)).rejects.toThrow("is the lake's own folder")
  await expect(lake.backup(other.options.dir)).rejects.toThrow('was opened as a lake')
  const folder = await newFolder()
  await lake.backup(folder)
  const kept = await readFile(join(folder, 'lake.db'))
  await rm(join(folder, 'assets'), {recursive: true})
  await writeFile(join(folder, 'assets'), 'in the way')
  await clientOf(lake).create({_id: 'later', _type: 'page'})
  await expect(lake.backup(folder)).rejects.toThrow(/^The backup to .* failed: EEXIST/)
  expect((await readFile(join(folder, 'lake.db'))).equals(kept)).toBe(true)
  expect((await readdir(folder)).sort()).toEqual(['assets', 'lake.db'])
})

test('a backup leaves lakes and backups below its folder alone, and takes away the comments of another lake', async () => {
  const folder = await newFolder()
  const [lake, other] = [await openTestLake({dir: join(folder, 'running')}), await openTestLake()]
  other.comments().commit({mutations: [{create: {_id: 'comment', _type: 'comment'}}], author: SYSTEM})
  await other.backup(join(folder, 'earlier'))
  await other.backup(folder)
  await lake.backup(folder)
  const names = (await readdir(folder, {recursive: true})).filter((name) => name.endsWith('lake.db'))
  expect(names.sort()).toEqual(['earlier/comments/lake.db', 'earlier/lake.db', 'lake.db', 'running/lake.db'])
})

test('of two backups into one folder at the same time one is refused, and the other is whole', async () => {
  const lake = await openTestLake()
  for (let n = 0; n < 50; n += 1) writePair(lake, n)
  lake.comments().commit({mutations: [{create: {_id: 'comment', _type: 'comment'}}], author: SYSTEM})
  const folder = await newFolder()
  await lake.backup(folder)
  await clientOf(lake).create({_id: 'later', _type: 'page'})
  const outcomes = await Promise.allSettled([lake.backup(folder), lake.backup(folder)])
  expect(outcomes.map(({status}) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes).toContainEqual({status: 'fulfilled', value: {documents: 102, assets: 0}})
  const refusal = expect.objectContaining({message: `Another backup is writing into ${folder}.`})
  expect(outcomes).toContainEqual({status: 'rejected', reason: refusal})
  expect((await readdir(folder)).sort()).toEqual(['assets', 'comments', 'lake.db'])
  expect((await openTestLake({dir: folder})).documents.has('later')).toBe(true)
})

test('a client that does not take its backup loses its connection, and holds up no other', async () => {
  const lake = await openTestLake()
  await mkdir(join(lake.options.dir, 'assets'), {recursive: true})
  const asset = join(lake.options.dir, 'assets', `${'a'.repeat(40)}.bin`)
  await writeFile(asset, '')
  await truncate(asset, 64 * 1024 * 1024)
  const {server, url, close} = await startServer(createApp(lake), '127.0.0.1', 0, {idleMs: 500})
  onTestFinished(close)
  const connected = once(server, 'connection')
  const client = connect(Number(new URL(url).port), '127.0.0.1').pause()
  client.on('error', () => {})
  onTestFinished(() => void client.destroy())
  const [socket] = await connected
  const authorization = `Bearer ${TEST_TOKENS.admin}`
  client.write(`GET /v1/lake/backup HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`)
  await once(socket, 'close')
  await expect
    .poll(async () => {
      const response = await fetch(`${url}/v1/lake/backup`, {headers: {authorization}})
      await response.body?.cancel()
      return response.status
    })
    .toBe(200)
})

test('a lake in another process is backed up over HTTP, for those who may write', async () => {
  const lake = await openTestLake()
  await importDataset(lake, await writeRichDataset())
  const folder = await newFolder()
  const address = {url: lake.url, token: TEST_TOKENS.admin, dir: lake.options.dir}
  expect(await fetchBackup(address, folder)).toEqual({documents: 12, assets: 5})
  expect((await readdir(folder)).sort()).toEqual(['assets', 'lake.db'])
  expect(await readdir(lake.options.dir)).not.toContain('backup.part')
  await expect(fetchBackup({...address, token: TEST_TOKENS.read}, folder)).rejects.toThrow('answered 403')
  const copy = await openTestLake({dir: folder})
  expect([...copy.documents.all()]).toEqual([...lake.documents.all()])
  expect(await readdir(join(folder, 'assets'))).toEqual(await readdir(join(lake.options.dir, 'assets')))
})

test('what a backup says is there, is there after a power cut: its names are synced', async (context) => {
  const obstacle = obstacleToTracing()
  if (obstacle) return context.skip(obstacle)
  const lake = await openTestLake()
  await clientOf(lake).assets.upload('file', Buffer.from('text'), {filename: 'a.txt'})
  await lake.close()
  const [trace, target] = [join(await newFolder(), 'trace'), join(await newFolder(), 'backup')]
  const options = ['-f', '--seccomp-bpf', '-y', '-s', '1000', '-e', 'trace=rename,renameat2,fsync', '-o', trace]
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const command = [process.execPath, cli, '--dir', lake.options.dir, '--backup', target]
  expect(spawnSync('strace', [...options, ...command], {encoding: 'utf8'}).stdout).toContain('1 assets')
  const calls = (await readFile(trace, 'utf8')).split('\n')
  for (const folder of [target, join(target, 'assets')]) {
    const named = calls.findLastIndex((call) => call.includes('rename') && call.includes(`"${folder}/`))
    const synced = calls.findLastIndex((call) => call.includes('fsync(') && call.includes(`<${folder}>`))
    expect([folder, named]).not.toEqual([folder, -1])
    expect([folder, synced > named]).toEqual([folder, true])
  }
})

test('a backup whose unfinished folder could not be removed leaves none of the next ones locked out', async () => {
  const lake = await openTestLake()
  const folder = join(await newFolder(), 'backup')
  const {rm: remove} = promises
  const partial = join(folder, 'backup.part')
  const removing = vi.spyOn(promises, 'rm')
  syncBuiltinESMExports()
  onTestFinished(() => {
    removing.mockRestore()
    syncBuiltinESMExports()
  })
  // As of a network file system, at the end; at the beginning there is nothing to remove.
  removing.mockImplementation(async (path, options) => {
    if (path === partial && existsSync(partial)) throw new Error('ENOTEMPTY: directory not empty, rmdir')
    return remove(path, options)
  })
  await expect(lake.backup(folder)).rejects.toThrow('ENOTEMPTY')
  removing.mockImplementation(remove)
  expect(await lake.backup(folder)).toEqual({documents: 0, assets: 0})
})
