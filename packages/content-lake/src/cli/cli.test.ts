import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync} from 'node:fs'
import {mkdir, readFile, stat, writeFile} from 'node:fs/promises'
import {createServer} from 'node:net'
import {networkInterfaces} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {create as createArchive} from 'tar'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {exportDataset} from '../dataset/exportDataset.ts'
import {openDatabase} from '../store/openDatabase.ts'
import {listenLocally} from '../testing/listenLocally.ts'
import {clientOf, newFolder, openTestLake} from '../testing/openTestLake.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))
const COMMAND = fileURLToPath(new URL('../../bin/embedded-content-lake.mjs', import.meta.url))
/** Makes Node say that it is older than it is. */
const OLD_NODE =
  "data:text/javascript,Object.defineProperty(process, 'versions', {value: {...process.versions, node: '20.9.0'}})"

const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({address}) => address === '::1'))

function start(...args: string[]) {
  const {SANITY_API_READ_TOKEN: _read, SANITY_API_WRITE_TOKEN: _write, LAKE_PASSWORD: _password, ...env} = process.env
  const child = spawn(process.execPath, [CLI, ...args], {env, stdio: 'pipe'})
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const output = {out: '', err: ''}
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output.out += chunk
      const url = /ready at (\S+)/.exec(output.out)?.[1]
      if (url) resolve(url)
    })
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  return {child, output, ready, ended}
}

async function runToEnd(...args: string[]) {
  const {output, ended} = start(...args)
  return {code: await ended, ...output}
}

async function setPassword(folder: string, password: string) {
  const {child, output, ended} = start('--dir', folder, '--set-password')
  child.stdin.end(`${password}\n`)
  return {code: await ended, ...output}
}

describe('the command', () => {
  it.runIf(existsSync('/proc/self'))('says where the system takes no folder, and tries none for ever', async () => {
    const none = '/proc/none/lake'
    const {code, err} = await runToEnd('--dir', none, '--port', '0')
    expect({code, err}).toEqual({code: 1, err: expect.stringContaining(`The lake's folder ${none} cannot be made`)})
    const lake = await openTestLake()
    await expect(lake.backup(none)).rejects.toThrow("mkdir '/proc/none'")
    await expect(exportDataset(lake, none)).rejects.toThrow("mkdir '/proc/none'")
  })

  it('goes on when whoever reads its log has ended', async () => {
    const {child, ready, ended} = start('--port', '0', '--dir', await newFolder(), '--log-level', 'requests')
    const url = await ready
    for (const reader of [child.stdout, child.stderr]) await once(reader.destroy(), 'close')
    for (const path of ['/health', '/nothing', '/health']) expect((await fetch(url + path)).status).toBeLessThan(500)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('says that it is ready as JSON where its log is JSON, and serves metrics where it is told to', async () => {
    const folder = await newFolder()
    const seed = join(folder, 'seed.ndjson')
    await writeFile(seed, '{"_id": "a", "_type": "page", "title": "A"}\n')
    const options = ['--dir', join(folder, 'lake'), '--log', 'json', '--import', seed, '--metrics-port', '0']
    const lake = start('--port', '0', ...options)
    const url = await lake.ready
    const lines = lake.output.out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {level: 'info', message: expect.stringContaining('Imported 1 documents'), time: expect.stringMatching(/Z$/)},
      {level: 'info', message: expect.stringContaining('Metrics at http://127.0.0.1:')},
      {level: 'info', message: expect.stringContaining(`ready at ${url}`)},
    ])
    const port = /127\.0\.0\.1:(\d+)/.exec(lake.output.out)?.[1] ?? ''
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toMatch(/^lake_documents \d+$/m)
    const other = await runToEnd('--port', '0', '--dir', join(folder, 'other'), '--metrics-port', port)
    expect(other).toMatchObject({code: 1, err: expect.stringContaining(`metrics cannot be served on port ${port}`)})
    lake.child.kill('SIGTERM')
    expect(await lake.ended).toBe(0)
  })

  it('serves a seed from memory for tests, and goes back to it on demand', async () => {
    const seed = join(await newFolder(), 'seed.ndjson')
    await writeFile(seed, '{"_id": "a", "_type": "page", "title": "A"}\n')
    const lake = start('--seed', seed, '--port', '0')
    const url = await lake.ready
    const client = clientOf({url}, {token: 'test-write-token'})
    await client.patch('a', {set: {title: 'B'}}).commit()
    expect(await runToEnd('--reset', '--port', new URL(url).port)).toMatchObject({
      code: 0,
      out: expect.stringMatching('back at its seed'),
    })
    expect(await client.fetch('*[0].title')).toBe('A')
    expect(await runToEnd('--seed', seed, '--host', '0.0.0.0')).toMatchObject({
      code: 1,
      err: expect.stringMatching('leave out'),
    })
    const lasting = start('--port', '0', '--dir', await newFolder())
    const {port} = new URL(await lasting.ready)
    expect(await runToEnd('--reset', '--port', port)).toMatchObject({
      code: 1,
      err: expect.stringMatching('was not reset'),
    })
  })

  it('judges the releases of a lake for tests by the rule that it was given', async () => {
    const folder = await newFolder()
    const [seed, rule] = [join(folder, 'seed.ndjson'), join(folder, 'rule.mjs')]
    await writeFile(seed, '{"_id": "a", "_type": "page"}\n')
    await writeFile(rule, `export default () => 'Nothing is published on a Friday'`)
    const lake = start('--seed', seed, '--release-rule', rule, '--port', '0')
    const client = clientOf({url: await lake.ready}, {token: 'test-write-token'})
    await client.releases.create({releaseId: 'r1', metadata: {releaseType: 'asap', title: 'R'}})
    await client.create({_id: 'versions.r1.a', _type: 'page'})
    await expect(client.releases.publish({releaseId: 'r1'})).rejects.toThrow('Nothing is published on a Friday')
    lake.child.kill('SIGTERM')
  })

  it('sets the password of a user of the file, and of nobody else', async () => {
    const folder = await newFolder()
    const [file, dir] = [join(folder, 'users.json'), join(folder, 'lake')]
    await writeFile(file, JSON.stringify({users: [{id: 'li', name: '李', roles: ['editor']}]}))
    const set = async (user: string) => {
      const {child, output, ended} = start('--dir', dir, '--users', file, '--set-password', '--user', user)
      child.stdin.end('a long password\n')
      return {code: await ended, ...output}
    }
    expect(await set('ann')).toMatchObject({code: 1, err: expect.stringContaining('has no user "ann", only li')})
    expect(await set('li')).toMatchObject({code: 0, out: expect.stringContaining('The password of li is set')})
    expect((await stat(join(dir, 'user-passwords.json'))).mode & 0o777).toBe(0o600)
    const {child, ready} = start('--dir', dir, '--users', file, '--port', '0')
    const url = await ready
    const body = new URLSearchParams({name: 'li', password: 'a long password'})
    const answer = await fetch(`${url}/lake/login`, {method: 'POST', body, redirect: 'manual', headers: {origin: url}})
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('lakeSession-')])
    child.kill('SIGTERM')
  })

  it('imports, says where it is, serves, and ends cleanly on a signal', async () => {
    const folder = await newFolder()
    const seed = join(folder, 'seed.ndjson')
    await writeFile(seed, '{"_id": "a", "_type": "page", "title": "A"}\n')
    const lake = start('--port', '0', '--dir', join(folder, 'lake'), '--import', seed)
    const url = await lake.ready
    const answer = await fetch(`${url}/v2025-02-19/data/query/production?query=${encodeURIComponent('*[0].title')}`)
    expect(await answer.json()).toMatchObject({result: 'A'})
    const {write} = JSON.parse(await readFile(join(folder, 'lake', 'tokens.json'), 'utf8'))
    expect(lake.output.out + lake.output.err).not.toContain(write)
    lake.child.kill('SIGTERM')
    expect(await lake.ended).toBe(0)
    const exported = await runToEnd('--dir', join(folder, 'lake'), '--export', join(folder, 'out'))
    expect(exported).toMatchObject({code: 0, err: ''})
    expect(await readFile(join(folder, 'out', 'data.ndjson'), 'utf8')).toContain('"title":"A"')
  })

  it('imports an archive, backs up while it serves, and compacts what it is given', async () => {
    const folder = await newFolder()
    const seed = join(folder, 'seed')
    await mkdir(seed)
    await writeFile(join(seed, 'data.ndjson'), '{"_id": "a", "_type": "page", "title": "A"}\n')
    await createArchive({file: join(folder, 'seed.tar.gz'), gzip: true, cwd: folder}, ['seed'])
    const dir = join(folder, 'lake')
    const lake = start('--port', '0', '--dir', dir, '--import', join(folder, 'seed.tar.gz'))
    const {port} = new URL(await lake.ready)
    const backup = join(folder, 'backup')
    const online = await runToEnd('--dir', dir, '--port', port, '--backup', backup)
    expect(online).toMatchObject({code: 0, out: `Backed up 1 documents with their history and 0 assets to ${backup}\n`})
    const unreachable = await runToEnd('--dir', dir, '--port', '1', '--backup', backup)
    expect(unreachable).toMatchObject({
      code: 1,
      err: expect.stringContaining('The backup of http://localhost:1 failed'),
    })
    lake.child.kill('SIGKILL')
    await lake.ended
    // People are no part of a backup; a lake's own folder has them, and these commands ask nobody to sign in.
    const ann = {id: 'ann', name: 'Ann', roles: ['author']}
    await writeFile(join(backup, 'people.json'), JSON.stringify({users: [ann], removed: [], links: []}))
    expect((await runToEnd('--dir', backup, '--compact')).out).toMatch(/^Merged 0 edits: the database went from/)
    expect((await runToEnd('--dir', backup, '--backup', join(folder, 'again'))).code).toBe(0)
    await runToEnd('--dir', backup, '--export', join(folder, 'out'))
    expect(await readFile(join(folder, 'out', 'data.ndjson'), 'utf8')).toContain('"title":"A"')
  })

  it.skipIf(!hasIPv6)('is reached, and backed up, at an IPv6 address', async () => {
    const folder = await newFolder()
    const options = ['--dir', join(folder, 'lake'), '--host', '::1']
    const {port, hostname} = new URL(await start(...options, '--port', '0').ready)
    expect(hostname).toBe('localhost')
    const backup = await runToEnd(...options, '--port', port, '--backup', join(folder, 'backup'))
    expect(backup).toMatchObject({code: 0, err: ''})
    await setPassword(join(folder, 'open'), 'long enough, I hope')
    const others = start('--dir', join(folder, 'open'), '--host', '::', '--port', '0')
    const url = await others.ready
    expect(new URL(url).hostname).toBe('[::]')
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('takes a password from a pipe, and serves others only with one', async () => {
    const folder = await newFolder()
    const args = ['--dir', folder, '--host', '0.0.0.0', '--port', '0']
    const refused = await runToEnd(...args)
    expect(refused).toMatchObject({code: 1, err: expect.stringContaining('Others can reach the lake at 0.0.0.0')})
    expect(await setPassword(folder, 'too short')).toMatchObject({
      code: 1,
      err: expect.stringContaining('10 characters'),
    })
    expect(await setPassword(folder, 'long enough, I hope')).toMatchObject({code: 0, err: ''})
    expect((await stat(join(folder, 'password.json'))).mode & 0o777).toBe(0o600)
    const {port} = new URL(await start(...args).ready)
    const page = await fetch(`http://127.0.0.1:${port}/`, {headers: {accept: 'text/html'}})
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('type="password"')])
    expect((await fetch(`http://localhost:${port}/v1/users/me`)).status).toBe(401)
  })

  it.each([
    ['in a Node that is new enough', []],
    ['in an older Node, which runs another one', ['--import', OLD_NODE]],
  ])('leaves neither port nor folder in use when it is killed %s', async (_, nodeArguments) => {
    const dir = await newFolder()
    const child = spawn(process.execPath, [...nodeArguments, COMMAND, '--dir', dir, '--port', '0'], {stdio: 'pipe'})
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    let output = ''
    const url = await new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk) => {
        output += chunk
        const found = /ready at (\S+)\s/.exec(output)?.[1]
        if (found) resolve(found)
      })
    })
    expect((await fetch(`${url}/health`)).status).toBe(200)
    child.kill('SIGKILL')
    await vi.waitFor(() => openDatabase(dir).close(), {timeout: 50_000})
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
  })

  it('explains itself', async () => {
    const {code, out} = await runToEnd('--help')
    expect(code).toBe(0)
    expect(out).toContain('--allow-origin')
  })

  it('ends with one sentence when something is wrong', async () => {
    const folder = await newFolder()
    for (const [args, message] of [
      [['--nope'], "Unknown option '--nope'"],
      [['--dir', join(folder, 'none'), '--export', folder], 'there is nothing to export'],
      [['--dir', join(folder, 'a'), '--port', '0', '--studio', folder], 'build the Studio first'],
      [['--dir', join(folder, 'b'), '--port', '0', '--import', join(folder, 'none')], 'does not exist'],
    ] as const) {
      const {code, err} = await runToEnd(...args)
      expect([message, code, err.trim().split('\n').length]).toEqual([message, 1, 1])
      expect(err).toContain(message)
    }
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })

  it('says so when the port is taken or the folder cannot be used', async () => {
    const folder = await newFolder()
    const other = createServer()
    const port = String(await listenLocally(other))
    onTestFinished(() => {
      other.close()
    })
    const taken = await runToEnd('--port', port, '--dir', join(folder, 'lake'))
    expect(taken).toMatchObject({code: 1, err: expect.stringContaining('in use')})
    await mkdir(join(folder, 'file-parent'))
    await writeFile(join(folder, 'file-parent', 'file'), '')
    const unusable = await runToEnd('--port', '0', '--dir', join(folder, 'file-parent', 'file'))
    expect([unusable.code, unusable.err.trim().split('\n').length]).toEqual([1, 1])
  })
})
