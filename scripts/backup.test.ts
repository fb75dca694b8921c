import {type ChildProcess, spawn, spawnSync} from 'node:child_process'
import {hash, randomBytes} from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {gzipSync} from 'node:zlib'
import {createClient, type SanityClient} from '@sanity/client'
import {Encrypter, generateIdentity, identityToRecipient} from 'age-encryption'
import {createLake} from 'embedded-content-lake'
import {create, extract, Header} from 'tar'
import {afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test} from 'vitest'
import {openDatabase} from '@/enquiries/database/openDatabase.ts'
import {listEnquiries} from '@/enquiries/store.ts'
import {submitEnquiry} from '@/enquiries/submitEnquiry.ts'
import {newEnquiry, submissionOf} from '@/enquiries/testing/fixtures.ts'
import {bareEnvironment} from '@/tests/support/bareEnvironment.ts'
import {freePort} from '@/tests/support/freePort.ts'
import {smallFileSystem} from '@/tests/support/smallFileSystem.ts'
import {newDatabase} from '@/tests/support/startPostgres.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {readArchive} from './backup/archive.ts'
import {checkBackup} from './doctor/folders.ts'
import {root} from './product/paths.ts'

const plenty = {count: 10_000, period: 86_400_000}

let folder: string
let lakePort: number

const shared = mkdtempDisposableSync(join(tmpdir(), 'backups-'))
const releases = join(root, '.next-backup-test-releases')
afterAll(() => {
  shared.remove()
  rmSync(releases, {recursive: true, force: true})
})

/** A data folder with three enquiries and one document, which nothing runs on, and a backup of it. */
const stopped = {dataDir: join(shared.path, 'data'), file: join(shared.path, 'product.tar.gz')}

beforeAll(async () => {
  lakePort = await freePort()
  await fill(stopped.dataDir)
  const {client, stop} = await openLake(stopped.dataDir)
  await client.create({_id: 'a', _type: 'page'}).finally(stop)
  expect((await run('backup', stopped.dataDir, [stopped.file])).code).toBe(0)
})

beforeEach(async () => {
  folder = temporaryFolder()
  lakePort = await freePort()
})

/** Runs a command on a data folder. */
async function run(
  command: string,
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
  started: (child: ChildProcess) => void = () => {},
) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, `scripts/${command}.ts`), ...args],
    {
      cwd: root,
      env: {
        ...bareEnvironment,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        SITE_BUILD_DIR: '.next-backup-test',
        PORT: '3999',
        LAKE_PORT: String(lakePort),
        NEXT_PUBLIC_SANITY_PROJECT_ID: '',
        ...env,
      },
    },
  )
  started(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return {code, output}
}

/** Starts the embedded lake on a data folder, until the test ends. */
async function startLake(dataDir: string) {
  const lake = await openLake(dataDir)
  onTestFinished(lake.stop)
  return lake
}

async function openLake(dataDir: string) {
  const dir = join(dataDir, 'lake')
  const lake = await createLake({dir, port: lakePort, log: () => {}})
  const {write} = JSON.parse(readFileSync(join(dir, 'tokens.json'), 'utf8'))
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: `http://127.0.0.1:${lakePort}`,
    useProjectHostname: false,
    useCdn: false,
    perspective: 'raw',
    apiVersion: '2025-02-19',
    token: write,
  })
  let closed: Promise<void> | undefined
  return {client, stop: () => (closed ??= lake.close())}
}

const commentsOf = (client: SanityClient) => client.withConfig({dataset: 'production-comments'})

const everything = (client: SanityClient) => client.fetch('*[!(_id in path("_.**"))] | order(_id asc)')

/** Fills a data folder as a product in use does, content apart. */
async function fill(dataDir: string): Promise<void> {
  mkdirSync(dataDir, {recursive: true})
  writeFileSync(join(dataDir, 'webhook-secret'), 'the secret of the webhook\n')
  writeFileSync(join(dataDir, 'users.json'), '[]')
  const database = await openDatabase({file: join(dataDir, 'enquiries/enquiries.db')})
  for (const name of ['王小明', 'O’Brien "x"\n', '𠮷']) {
    const submission = submissionOf({enquiry: newEnquiry({name}), formKey: name})
    await submitEnquiry(database, submission, {address: plenty, all: plenty})
  }
  await database.close()
}

async function usedFolder(): Promise<string> {
  const dataDir = join(folder, 'data')
  await fill(dataDir)
  return dataDir
}

/** A copy of `stopped`, for what writes to it. */
function stoppedFolder(): string {
  const dataDir = join(folder, 'data')
  cpSync(stopped.dataDir, dataDir, {recursive: true})
  return dataDir
}

async function enquiriesOf(dataDir: string) {
  const database = await openDatabase({file: join(dataDir, 'enquiries/enquiries.db')})
  return listEnquiries(database, {}, 100).finally(() => database.close())
}

describe('a backup', () => {
  test('taken while the lake is written to brings back content, comments, history, pictures, enquiries, tokens and people', async () => {
    const dataDir = await usedFolder()
    const lake = await startLake(dataDir)
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>',
    )
    const asset = await lake.client.assets.upload('file', drawing, {filename: 'a.svg'})
    await commentsOf(lake.client).create({_id: 'comment', _type: 'comment'})
    await lake.client.createOrReplace({_id: 'counts', _type: 'counts', left: 0, right: 0})
    // Both fields change in one transaction: a copy from between two would show it.
    let writing = true
    const writer = (async () => {
      for (let n = 1; writing; n++) {
        await lake.client
          .transaction()
          .patch('counts', {set: {left: n, right: n}})
          .createOrReplace({_id: `n-${n % 7}`, _type: 'number', n})
          .commit()
      }
    })()
    const file = join(folder, 'product.tar.gz')
    const backup = await run('backup', dataDir, [file])
    writing = false
    await writer
    expect(backup).toMatchObject({code: 0, output: expect.stringMatching(/documents, 3 enquiries, not encrypted/)})
    expect(statSync(file).mode & 0o077).toBe(0)
    const tokens = readFileSync(join(dataDir, 'lake/tokens.json'), 'utf8')
    const enquiries = await enquiriesOf(dataDir)
    await lake.stop()

    const other = join(folder, 'other')
    expect(await run('restore', other, [file])).toMatchObject({code: 0, output: expect.stringContaining('3 enquiries')})
    const restored = await startLake(other)
    const counts = await restored.client.getDocument('counts')
    expect(counts?.left).toBeGreaterThan(0)
    expect(counts?.left).toBe(counts?.right)
    expect(await commentsOf(restored.client).fetch('*._id')).toEqual(['comment'])
    expect(await (await fetch(asset.url)).text()).toContain('<rect')
    const log: string = await restored.client.request({
      url: '/data/history/production/transactions/counts',
      query: {excludeContent: 'true'},
    })
    expect(String(log).split('\n').length).toBeGreaterThan(1)
    expect(readFileSync(join(other, 'lake/tokens.json'), 'utf8')).toBe(tokens)
    expect(readFileSync(join(other, 'webhook-secret'), 'utf8')).toBe('the secret of the webhook\n')
    expect(existsSync(join(other, 'users.json'))).toBe(true)
    expect(statSync(join(other, 'lake')).mode & 0o077).toBe(0)
    expect(await enquiriesOf(other)).toEqual(enquiries)
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('for whose copy there is no room is refused before anything is copied', async () => {
    const dataDir = stoppedFolder()
    mkdirSync(join(dataDir, 'lake/assets'), {recursive: true})
    // Takes no room itself.
    const picture = join(dataDir, `lake/assets/${'0'.repeat(40)}.png`)
    writeFileSync(picture, '')
    truncateSync(picture, 10 ** 13)
    const file = join(folder, 'product.tar.gz')
    expect(await run('backup', dataDir, [file])).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /its copy needs 100000\d\d\.\d MB beside it in .*data, where \S+ MB are free\. Make room/,
      ),
    })
    expect(existsSync(file)).toBe(false)
    expect(existsSync(join(dataDir, 'backup.part'))).toBe(false)
  })

  test('that is not of a running lake is put back to a time, comments apart, and can be read by any tar', async () => {
    const dataDir = await usedFolder()
    const lake = await startLake(dataDir)
    await lake.client.create({_id: 'a', _type: 'page', title: 'before'})
    const before = await everything(lake.client)
    const {_updatedAt: time} = (await lake.client.getDocument('a')) ?? {_updatedAt: ''}
    await lake.client
      .transaction()
      .patch('a', {set: {title: 'after'}})
      .create({_id: 'b', _type: 'page'})
      .commit()
    await commentsOf(lake.client).create({_id: 'comment', _type: 'comment'})
    await lake.stop()
    const file = join(folder, 'product.tar.gz')
    expect((await run('backup', dataDir, [file])).code).toBe(0)

    const wrong = await run('restore', join(folder, 'wrong'), [file, '--at', '2001-01-01T00:00:00Z'])
    expect(wrong).toMatchObject({code: 1, output: expect.stringContaining('The history begins at')})
    expect(existsSync(join(folder, 'wrong/lake'))).toBe(false)
    // Packed again by a tool that lets everybody read the files.
    const unpacked = join(folder, 'unpacked')
    mkdirSync(unpacked)
    await extract({file, cwd: unpacked})
    for (const name of ['users.json', 'webhook-secret']) chmodSync(join(unpacked, 'private', name), 0o644)
    await create({file, cwd: unpacked, gzip: true}, readdirSync(unpacked))
    const other = join(folder, 'other')
    expect((await run('restore', other, [file, '--at', time])).code).toBe(0)
    for (const name of ['users.json', 'webhook-secret']) expect(statSync(join(other, name)).mode & 0o077).toBe(0)
    const restored = await startLake(other)
    const content = (documents: {_rev: string; _updatedAt: string}[]) =>
      documents.map(({_rev, _updatedAt, ...rest}) => rest)
    expect(content(await everything(restored.client))).toEqual(content(before))
    expect(await commentsOf(restored.client).fetch('*._id')).toEqual(['comment'])
  })

  test('is opened by the key that it was encrypted for and by no other, and holds nothing in the clear', async () => {
    const {dataDir} = stopped
    const [identity, stranger] = [await generateIdentity(), await generateIdentity()]
    for (const [name, key] of Object.entries({identity, stranger}))
      writeFileSync(join(folder, name), `# a key\n${key}\n`)
    const forKey = join(folder, 'for-key.tar.gz')
    expect(
      await run('backup', dataDir, [forKey], {BACKUP_RECIPIENTS: await identityToRecipient(identity)}),
    ).toMatchObject({
      code: 0,
      output: expect.stringMatching(/, encrypted\n/),
    })
    const forPhrase = join(folder, 'for-phrase.tar.gz')
    expect((await run('backup', dataDir, [forPhrase], {BACKUP_PASSPHRASE: 'a long phrase'})).code).toBe(0)
    for (const file of [forKey, forPhrase]) {
      expect(readFileSync(file).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    }
    // Of a passphrase whose key takes less to derive than the three seconds of a backup's.
    const forCheapPhrase = join(folder, 'for-cheap-phrase.tar.gz')
    const encrypter = new Encrypter()
    encrypter.setPassphrase('a long phrase')
    encrypter.setScryptWorkFactor(10)
    writeFileSync(forCheapPhrase, await encrypter.encrypt(readFileSync(stopped.file)))
    const attempts: {file: string; env: Record<string, string>; code: number}[] = [
      {file: forKey, env: {}, code: 1},
      {file: forKey, env: {BACKUP_IDENTITY: join(folder, 'stranger')}, code: 1},
      {file: forCheapPhrase, env: {BACKUP_PASSPHRASE: 'another phrase'}, code: 1},
      {file: forKey, env: {BACKUP_IDENTITY: join(folder, 'identity')}, code: 0},
      {file: forPhrase, env: {BACKUP_PASSPHRASE: 'a long phrase'}, code: 0},
    ]
    for (const [index, {file, env, code}] of attempts.entries()) {
      const target = join(folder, `target-${index}`)
      const outcome = await run('restore', target, [file], env)
      expect(outcome).toMatchObject({
        code,
        output: expect.stringContaining(code ? 'no key that was given opens it' : '3 enquiries'),
      })
      expect(existsSync(join(target, 'lake/lake.db'))).toBe(code === 0)
    }
  })

  test('that is damaged, cut off, no backup, or leads out of the folder is refused with a reason, and nothing is restored', async () => {
    const bytes = readFileSync(stopped.file)
    const bad = (name: string, content: Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const flipped = Buffer.from(bytes)
    const middle = bytes.length >> 1
    flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle)
    const evil = join(folder, 'evil')
    mkdirSync(join(evil, 'private'), {recursive: true})
    writeFileSync(join(evil, 'manifest.json'), '{"format": 2}')
    symlinkSync(folder, join(evil, 'lake'))
    await create({cwd: evil, gzip: true, file: join(folder, 'evil.tar.gz')}, ['.'])
    /** An archive whose manifest agrees with its files, as who tampers with one would write it. */
    const archiveOf = async (name: string, files: Record<string, string>, manifest?: string) => {
      const source = join(folder, `${name}.source`)
      const entries = Object.entries(files).map(([path, text]) => {
        mkdirSync(join(source, dirname(path)), {recursive: true})
        writeFileSync(join(source, path), text)
        return [path, {bytes: text.length, sha256: hash('sha256', text)}]
      })
      const about = {format: 1, created: new Date(0).toISOString(), content: 'embedded', enquiries: {}, documents: 0}
      mkdirSync(source, {recursive: true})
      writeFileSync(
        join(source, 'manifest.json'),
        manifest ?? JSON.stringify({...about, files: Object.fromEntries(entries)}),
      )
      await create({cwd: source, gzip: true, file: join(folder, name)}, ['manifest.json', ...Object.keys(files)])
      return join(folder, name)
    }
    const lakes = {'enquiries.ndjson': '', 'lake/lake.db': 'x'}
    const header = new Header({path: 'lake/lake.db', type: 'File', size: 2 ** 50, mode: 0o600})
    header.encode()
    const archives = {
      [await archiveOf('unreadable.tar.gz', {}, '{')]: /no backup/,
      [await archiveOf('journal.tar.gz', {...lakes, 'lake/lake.db-wal': 'x'})]: /lake\.db-wal.*no backup does/,
      [await archiveOf('build.tar.gz', {...lakes, 'private/site-build': 'x'})]: /site-build.*no backup does/,
      [bad('huge.tar.gz', gzipSync(header.block ?? ''))]: /more space than the disk of .* has/,
      [bad('cut.tar.gz', bytes.subarray(0, bytes.length - 2000))]: /damaged/,
      [bad('empty.tar.gz', Buffer.alloc(0))]: /no backup/,
      [bad('other.tar.gz', Buffer.from('no archive at all, but some text'))]: /no backup/,
      [join(folder, 'evil.tar.gz')]: /newer version/,
      [join(folder, 'missing.tar.gz')]: /cannot be read/,
    }
    for (const [file, reason] of Object.entries(archives)) {
      const noKeys = {identities: [], recipients: [], passphrase: undefined}
      await expect(readArchive(file, temporaryFolder(), noKeys)).rejects.toThrow(reason)
    }
    const backups = {
      [bad('flipped.tar.gz', flipped)]: /damaged/,
      [await archiveOf('no-database.tar.gz', lakes)]: /lake\.db/,
      [await archiveOf('no-content.tar.gz', {'enquiries.ndjson': ''})]: /lake\.db/,
    }
    for (const [file, reason] of Object.entries(backups)) {
      const target = join(folder, 'target')
      expect(await run('restore', target, [file])).toMatchObject({code: 1, output: expect.stringMatching(reason)})
      expect(readdirSync(target).filter((name) => name !== 'start.lock')).toEqual([])
    }
  })

  test('that a signal ends leaves neither its copy of enquiries, secrets and content, nor a part of the archive', async () => {
    const dataDir = stoppedFolder()
    // Takes a second to be packed.
    mkdirSync(join(dataDir, 'lake/assets'), {recursive: true})
    writeFileSync(join(dataDir, 'lake/assets', `${'a'.repeat(40)}.bin`), randomBytes(40_000_000))
    const backups = join(folder, 'backups')
    const partOf = {copying: join(dataDir, 'backup.part/private'), packing: join(backups, 'packing.tar.gz.part')}
    for (const [stage, path] of Object.entries(partOf)) {
      const cut = run('backup', dataDir, [join(backups, `${stage}.tar.gz`)], {}, (child) => {
        const timer = setInterval(() => existsSync(path) && child.kill('SIGTERM'), 1)
        child.once('close', () => clearInterval(timer))
      })
      expect([stage, (await cut).code]).toEqual([stage, 130])
      expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
      expect(existsSync(backups) ? readdirSync(backups) : []).toEqual([])
    }
  })

  test('whose restore was cut off is restored by the next one; meanwhile nothing starts on the part, nor is it backed up', async () => {
    const {dataDir, file} = stopped
    const target = join(folder, 'target')
    const staging = join(target, 'restore.part')
    const cut = run('restore', target, [file], {}, (child) => {
      const timer = setInterval(() => existsSync(staging) && child.kill('SIGKILL'), 1)
      child.once('close', () => clearInterval(timer))
    })
    expect((await cut).code).toBe(null)
    // As if it had been cut off while it moved what it had unpacked.
    mkdirSync(join(target, 'lake'), {recursive: true})
    writeFileSync(join(target, 'lake/tokens.json'), 'half of th')
    const refusals = {backup: /was cut off/, start: /was cut off.*Run the restore again/}
    for (const [command, reason] of Object.entries(refusals)) {
      expect(await run(command, target, command === 'backup' ? [join(folder, 'part.tar.gz')] : [])).toMatchObject({
        code: 1,
        output: expect.stringMatching(reason),
      })
    }

    const next = await run('restore', target, [file])
    expect(next).toMatchObject({code: 0, output: expect.stringMatching(/was cut off.*3 enquiries/s)})
    expect(readFileSync(join(target, 'lake/tokens.json'))).toEqual(readFileSync(join(dataDir, 'lake/tokens.json')))
    const restored = await startLake(target)
    expect(await restored.client.getDocument('a')).toBeTruthy()
  })

  test('whose restore was killed once PostgreSQL had the enquiries is restored by the next one', async () => {
    const {file} = stopped
    const target = join(folder, 'target')
    const url = await newDatabase(inject('postgres'))
    const staging = join(target, 'restore.part')
    expect((await run('restore', target, [file], {DATABASE_URL: url})).code).toBe(0)
    // As if it had been killed before its last step.
    mkdirSync(staging)
    writeFileSync(join(staging, 'loading'), '')
    await extract({file, cwd: staging}, ['enquiries.ndjson'])

    const next = await run('restore', target, [file], {DATABASE_URL: url})
    expect(next).toMatchObject({code: 0, output: expect.stringMatching(/was cut off.*3 enquiries/s)})
    expect(await run('restore', target, [file], {DATABASE_URL: url})).toMatchObject({code: 1})
    const database = await openDatabase({url, file: ''})
    onTestFinished(() => database.close())
    expect((await listEnquiries(database, {})).enquiries).toHaveLength(3)
  })

  test('whose restore was cut off leaves nothing in the one database where the next restore uses another', async () => {
    const {file} = stopped
    const url = await newDatabase(inject('postgres'))
    const [target, live] = [join(folder, 'target'), join(folder, 'live')]
    const staging = join(target, 'restore.part')
    expect((await run('restore', live, [file], {DATABASE_URL: url})).code).toBe(0)
    const database = await openDatabase({url, file: ''})
    onTestFinished(() => database.close())
    await database.query.updateTable('enquiries').set({status: 'done'}).execute()
    /** Cuts a restore off when it has loaded the enquiries, which then calls this. */
    const cutOff = async (env: Record<string, string>) => {
      const programs = join(folder, 'programs')
      mkdirSync(programs, {recursive: true})
      writeFileSync(join(programs, 'sync'), '#!/bin/sh\nkill -KILL $PPID\n', {mode: 0o755})
      const cut = await run('restore', target, [file], {PATH: `${programs}:${process.env.PATH}`, ...env})
      expect([cut.code, existsSync(staging)]).toEqual([null, true])
    }

    await cutOff({})
    // A product uses it, with the same enquiries. What was done with them since is newer than the backup.
    const refused = await run('restore', target, [file], {DATABASE_URL: url})
    expect(refused).toMatchObject({code: 1, output: expect.stringContaining('holds enquiries already')})
    const {enquiries} = await listEnquiries(database, {})
    expect(enquiries.map(({status}) => status)).toEqual(['done', 'done', 'done'])
    const other = await newDatabase(inject('postgres'))
    await cutOff({})
    expect((await run('restore', target, [file], {DATABASE_URL: other})).code).toBe(0)
    expect(existsSync(join(target, 'enquiries/enquiries.db'))).toBe(false)

    rmSync(target, {recursive: true})
    const third = await newDatabase(inject('postgres'))
    await cutOff({DATABASE_URL: third})
    expect(await run('restore', target, [file], {DATABASE_URL: other})).toMatchObject({
      code: 1,
      output: expect.stringMatching(/cut off has put enquiries into \S+\. Run it again with that as DATABASE_URL/),
    })
    expect((await run('restore', target, [file], {DATABASE_URL: third})).code).toBe(0)

    // A product has come to use the database meanwhile, or it is gone.
    rmSync(target, {recursive: true})
    const fourth = await newDatabase(inject('postgres'))
    await cutOff({DATABASE_URL: fourth})
    const used = await openDatabase({url: fourth, file: ''})
    onTestFinished(() => used.close())
    await used.query.updateTable('enquiries').set({status: 'done', changedAt: Date.now()}).execute()
    const inUse = await run('restore', target, [file], {DATABASE_URL: fourth})
    expect(inUse).toMatchObject({code: 1, output: expect.stringContaining('were changed since')})
    expect((await listEnquiries(used, {})).enquiries.map(({status}) => status)).toEqual(['done', 'done', 'done'])
    rmSync(/as it is, remove (\S+)\.\n/.exec(inUse.output)?.[1] ?? '')
    const fifth = await newDatabase(inject('postgres'))
    expect((await run('restore', target, [file], {DATABASE_URL: fifth})).code).toBe(0)
    expect((await listEnquiries(used, {})).enquiries).toHaveLength(3)
  })

  test.for(['mounted', 'linked'])(
    'is restored into a folder of the lake on another disk, which is %s there, and stays',
    async (how, context) => {
      const {dataDir, file} = stopped
      const target = join(folder, 'target')
      const lakeDir = join(target, 'lake')
      const disk = how === 'mounted' ? lakeDir : join(folder, 'disk')
      smallFileSystem(context, 16_384, disk)
      mkdirSync(join(disk, 'lost+found'))
      mkdirSync(target, {recursive: true})
      if (how === 'linked') symlinkSync(disk, lakeDir)
      const inodes = () => [statSync(target), statSync(lakeDir)].map(({dev}) => dev)
      const devices = inodes()
      const expectRestored = async () => {
        expect(await run('restore', target, [file])).toMatchObject({code: 0})
        expect(readFileSync(join(disk, 'tokens.json'))).toEqual(readFileSync(join(dataDir, 'lake/tokens.json')))
        expect(inodes()).toEqual(devices)
      }
      await expectRestored()
      expect((await run('restore', target, [file])).output).toContain('is not empty')
      // As if it had been cut off before its last step.
      mkdirSync(join(target, 'restore.part'))
      writeFileSync(join(target, 'restore.part/database'), 'enquiries.db')
      await expectRestored()
      const restored = await startLake(target)
      expect(await restored.client.getDocument('a')).toBeTruthy()
    },
  )

  test.for([
    {part: 'lake', reason: /needs more space than the disk of .*\/lake has/},
    {part: 'enquiries', reason: /enquiries\.db cannot be opened: .* full\. Make room on its disk/},
  ])('for which the disk of the $part is full is refused with its name', async ({part, reason}, context) => {
    const target = join(folder, 'target')
    smallFileSystem(context, 4, join(target, part))
    const output = expect.stringMatching(reason)
    expect(await run('restore', target, [stopped.file])).toMatchObject({code: 1, output})
    expect(readdirSync(target).sort()).toEqual([part, 'start.lock'].sort())
  })

  test('is on the disk before a restore counts as finished, which a power cut does not undo', async () => {
    const target = join(folder, 'target')
    const seen = join(folder, 'seen')
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'sync'), `#!/bin/sh\nls ${target} ${target}/lake > ${seen}\necho "$@" >> ${seen}\n`, {
      mode: 0o755,
    })
    const env = {PATH: `${programs}:${process.env.PATH}`}
    expect(await run('restore', target, [stopped.file], env)).toMatchObject({code: 0})
    for (const name of ['restore.part', 'lake.db', 'tokens.json', 'users.json', `${target}/enquiries`])
      expect(readFileSync(seen, 'utf8')).toContain(name)
    expect(readdirSync(target).filter((name) => name.startsWith('restore.'))).toEqual([])
  })

  test('is restored, too, where the system has no command that flushes the disk', async () => {
    const target = join(folder, 'target')
    expect(await run('restore', target, [stopped.file], {PATH: folder})).toMatchObject({code: 0})
    expect(await enquiriesOf(target)).toMatchObject({enquiries: {length: 3}})
  })

  test('stays restored where what the restore has unpacked cannot be removed at its end', async (context) => {
    smallFileSystem(context, 64)
    const target = join(folder, 'target')
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    // A folder where a disk is mounted is moved with the one above it, but cannot be removed.
    const blocked = join(target, 'restore.part/blocked')
    const sync = `#!/bin/sh\nmkdir ${blocked} && mount -t tmpfs -o size=64k tmpfs ${blocked}\n`
    writeFileSync(join(programs, 'sync'), sync, {mode: 0o755})
    const unmount = () => void spawnSync('umount', ['--lazy', join(target, 'restore.done/blocked')])
    onTestFinished(unmount)
    expect(await run('restore', target, [stopped.file], {PATH: `${programs}:${process.env.PATH}`})).toMatchObject({
      code: 0,
      output: expect.stringContaining('restore.done'),
    })
    expect(readFileSync(join(target, 'users.json'), 'utf8')).toBe('[]')
    expect(await enquiriesOf(target)).toMatchObject({enquiries: {length: 3}})
    expect(existsSync(join(target, 'restore.part'))).toBe(false)
  })

  test.for(['no record yet', 'an older record'])(
    'is restored, too, where the project’s folder is read-only and has %s of the enquiries’ database',
    async (state, context) => {
      const builds = '.next-backup-test-disk'
      onTestFinished(() => rmSync(join(root, builds), {recursive: true, force: true}))
      const {setReadOnly} = smallFileSystem(context, 64, join(root, builds))
      const target = join(folder, 'target')
      const restore = (env: Record<string, string> = {}) =>
        run('restore', target, [stopped.file], {SITE_BUILD_DIR: `${builds}/build`, ...env})
      if (state === 'an older record') {
        expect((await restore()).code).toBe(0)
        rmSync(target, {recursive: true})
      }
      setReadOnly()
      const url = await newDatabase(inject('postgres'))
      expect(await restore({DATABASE_URL: url})).toMatchObject({code: 0, output: expect.stringMatching(/read-only/)})
    },
  )

  test('replaces nothing: a folder with data is refused and stays as it is', async () => {
    const dataDir = stoppedFolder()
    const {file} = stopped
    expect(await run('backup', dataDir, [file])).toMatchObject({
      code: 1,
      output: expect.stringContaining('exists already'),
    })
    expect(await run('restore', dataDir, [file])).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    })
    const again = await startLake(dataDir)
    expect(await again.client.getDocument('a')).toBeTruthy()
  })

  test.runIf(process.getuid?.() === 0)('by root leaves nothing that the data’s owner cannot write', async () => {
    const dataDir = stoppedFolder()
    rmSync(join(dataDir, 'backup.lock'))
    const entries = () => ['', ...readdirSync(dataDir, {recursive: true, encoding: 'utf8'})]
    for (const entry of entries()) chownSync(join(dataDir, entry), 12_345, 12_345)
    expect((await run('backup', dataDir, [join(folder, 'backup.tar.gz')])).code).toBe(0)
    expect(entries().filter((entry) => statSync(join(dataDir, entry)).uid !== 12_345)).toEqual([])
  })

  test('in a folder is kept under its time, and only the newest remain, without parts of a killed one; other files stay', async () => {
    const dataDir = stoppedFolder()
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    const old = ['backup-2025-01-01T000000Z.tar.gz', 'backup-2025-01-02T000000Z.tar.gz']
    const ofKilled = 'backup-2025-01-03T000000Z.tar.gz.part'
    for (const name of [...old, ofKilled, 'notes.txt']) writeFileSync(join(backups, name), '')
    expect((await run('backup', dataDir, [`${backups}/`, '--keep', '2'])).code).toBe(0)
    expect(checkBackup(dataDir)).toMatchObject([{state: 'ok'}])
    const names = readdirSync(backups)
    expect(names).toHaveLength(3)
    expect(names).toContain('notes.txt')
    expect(names).toContain(old[1])
    expect(names).not.toContain(old[0])
    expect(names).not.toContain(ofKilled)
  })

  test('never removes itself for older ones whose names are of a clock that was ahead: those go first', async () => {
    const dataDir = stoppedFolder()
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    const [past, ...ahead] = ['2025-01-01', '2099-01-01', '2099-01-02'].map((day) => `backup-${day}T000000Z.tar.gz`)
    for (const name of [past, ...ahead]) writeFileSync(join(backups, String(name)), '')
    expect((await run('backup', dataDir, [`${backups}/`, '--keep', '2'])).code).toBe(0)
    const names = readdirSync(backups)
    expect(names).toHaveLength(2)
    expect(names).toContain(past)
    for (const name of ahead) expect(names).not.toContain(name)
  })
})

test('in a shell of other settings than the last start, enquiries are neither left out nor put into another database', async () => {
  const url = await newDatabase(inject('postgres'))
  const target = join(folder, 'target')
  expect((await run('restore', target, [stopped.file], {DATABASE_URL: url})).code).toBe(0)
  const file = join(folder, 'product.tar.gz')
  // One that begins to serve would record its own.
  const start = (env: Record<string, string> = {}) =>
    run('start', target, [], env, (child) => {
      child.stdout?.on('data', () => child.kill('SIGKILL'))
    })
  const notSet = /used PostgreSQL for the enquiries, and DATABASE_URL is not set here\. Load the settings/
  expect(await start()).toMatchObject({code: 1, output: expect.stringMatching(notSet)})
  const commands = {backup: [file], enquiries: ['list']}
  for (const [command, args] of Object.entries(commands)) {
    expect(await run(command, target, args)).toMatchObject({code: 1, output: expect.stringMatching(notSet)})
    expect(await run(command, target, args, {DATABASE_URL: url})).toMatchObject({code: 0})
  }
  // The data folder is lost, and so is the shell that had the settings.
  rmSync(target, {recursive: true})
  const outcome = await run('restore', target, [file])
  expect(outcome).toMatchObject({code: 1, output: expect.stringContaining('used PostgreSQL')})
  expect(existsSync(target)).toBe(false)

  rmSync(outcome.output.match(/remove (.*)\.\n$/)?.[1] ?? '')
  expect((await run('restore', target, [file])).code).toBe(0)
  const isSet = {code: 1, output: expect.stringContaining(`are in ${target}, and DATABASE_URL is set here`)}
  for (const [command, args] of Object.entries({backup: [join(folder, 'b.tar.gz')], enquiries: ['list']}))
    expect(await run(command, target, args, {DATABASE_URL: url})).toMatchObject(isSet)
  expect(await start({DATABASE_URL: url})).toMatchObject(isSet)
})

test('a restore into another folder, or one that fails, changes nothing about the folder whose enquiries are known', async () => {
  const url = await newDatabase(inject('postgres'))
  const target = join(folder, 'target')
  const archive = (name: string) => [join(folder, `${name}.tar.gz`)]
  expect((await run('restore', target, [stopped.file], {DATABASE_URL: url})).code).toBe(0)
  expect((await run('restore', join(folder, 'drill'), [stopped.file])).code).toBe(0)
  expect(await run('backup', target, archive('a'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('used PostgreSQL'),
  })

  const drill = join(folder, 'drill')
  const away = join(folder, 'away')
  renameSync(drill, away)
  writeFileSync(join(folder, 'damaged.tar.gz'), readFileSync(stopped.file).subarray(0, -2000))
  const empty = await newDatabase(inject('postgres'))
  expect((await run('restore', drill, archive('damaged'), {DATABASE_URL: empty})).code).toBe(1)
  rmSync(drill, {recursive: true})
  renameSync(away, drill)
  expect(await run('backup', drill, archive('b'), {DATABASE_URL: empty})).toMatchObject({
    code: 1,
    output: expect.stringContaining(`are in ${drill}, and DATABASE_URL is set here`),
  })
})

test.runIf(process.getuid?.() === 0)(
  'after a restore by root the releases are as writable for their owner as before',
  async () => {
    mkdirSync(releases, {recursive: true})
    chownSync(releases, 1234, 1234)
    onTestFinished(() => chownSync(releases, 0, 0))
    const before = readdirSync(releases)
    expect((await run('restore', join(folder, 'target'), [stopped.file])).code).toBe(0)
    const written = readdirSync(releases).filter((name) => !before.includes(name))
    expect(written.map((name) => statSync(join(releases, name)).uid)).toEqual([1234])
  },
)

test('enquiries in PostgreSQL are backed up where the data folder had its own database and no enquiries in it', async () => {
  const DATABASE_URL = await newDatabase(inject('postgres'))
  const target = join(folder, 'target')
  const enquiries = join(target, 'enquiries')
  const backup = (name: string) => run('backup', target, [join(folder, name)], {DATABASE_URL})
  expect((await run('restore', target, [stopped.file])).code).toBe(0)
  const refused = await backup('a.tar.gz')
  expect(refused).toMatchObject({code: 1, output: expect.stringContaining(`are in ${target}`)})
  // What cannot be read may hold some.
  const database = readFileSync(join(enquiries, 'enquiries.db'))
  truncateSync(join(enquiries, 'enquiries.db'))
  expect(await backup('b.tar.gz')).toMatchObject({code: 1, output: expect.stringContaining(`are in ${target}`)})

  rmSync(enquiries, {recursive: true})
  expect((await backup('c.tar.gz')).code).toBe(0)
  await openDatabase({file: join(enquiries, 'enquiries.db')}).then(({close}) => close())
  expect((await backup('d.tar.gz')).code).toBe(0)

  writeFileSync(join(enquiries, 'enquiries.db'), database)
  expect((await backup('e.tar.gz')).code).toBe(1)
  rmSync(refused.output.match(/remove (.*)\.\n$/)?.[1] ?? '')
  expect((await backup('f.tar.gz')).code).toBe(0)
})

test('a command about enquiries makes nothing in a folder that has none, so that a backup is restored there', async () => {
  const dataDir = join(folder, 'data')
  for (const args of [['list'], ['forget', '1']]) {
    const {code, output} = await run('enquiries', dataDir, args)
    expect([args, code, output]).toEqual([args, 1, expect.stringContaining('enquiries.db does not exist')])
  }
  expect(existsSync(dataDir)).toBe(false)
  expect(await run('restore', dataDir, [stopped.file])).toMatchObject({code: 0})
  expect(await run('enquiries', dataDir, ['list'])).toMatchObject({code: 0, output: expect.stringContaining('new')})
})

test.runIf(existsSync('/proc/self'))(
  'where the system takes no folders, that is said, and none is tried for ever',
  async () => {
    const end = (child: ChildProcess) => onTestFinished(() => void child.kill('SIGKILL'))
    expect(await run('backup', '/proc/none/data', [join(folder, 'a.tar.gz')], {}, end)).toMatchObject({
      code: 1,
      output: expect.stringContaining('/proc/none/data/backup.lock cannot be written'),
    })
    expect(await run('backup', stoppedFolder(), ['/proc/none/backups/a.tar.gz'], {}, end)).toMatchObject({
      code: 1,
      output: expect.stringContaining('/proc/none/backups cannot be made'),
    })
  },
)
