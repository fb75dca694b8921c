import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterAll, afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {smallFileSystem} from '@/tests/support/smallFileSystem.ts'

const project = vi.hoisted(() => ({root: ''}))
vi.mock('./paths.ts', async (original) => {
  project.root = mkdtempSync(join(tmpdir(), 'releases-'))
  const folders = {siteBuildDir: join(project.root, 'build'), dataDir: join(project.root, 'data')}
  return {...(await original<typeof import('./paths.ts')>()), root: project.root, ...folders}
})
/** Whether this process is killed as it begins to remove a folder. */
const removing = vi.hoisted(() => ({isKilled: false}))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const rmSync: typeof fs.rmSync = (path, options) => {
    if (removing.isKilled && options?.recursive) throw new Error('killed')
    fs.rmSync(path, options)
  }
  return {...fs, rmSync}
})
const releases = await import('./releases.ts')
const {lockFile} = await import('./lockFile.ts')
const {lockReleases, makeRelease} = await import('./makeRelease.ts')
const {assertSameSettings, recordSettings, releaseBefore, serveRelease, switchTo, watchReleaseRequests} = await import(
  './switchRelease.ts'
)
const {root} = project

const write = (file: string, text = '') => {
  mkdirSync(dirname(join(root, file)), {recursive: true})
  writeFileSync(join(root, file), text)
}

const lockfile = (packages: Record<string, object>) => JSON.stringify({packages})

beforeEach(() => {
  rmSync(root, {recursive: true, force: true})
  for (const file of ['server.ts', 'app/page.tsx', 'public/icon.svg', 'studio/package.json']) write(file, file)
  for (const secret of ['.env.local', '.env', 'data/lake/tokens.json', '.git/config', 'deploy/container/site.env'])
    write(secret, 'secret')
  for (const backup of ['backups/backup.tar.gz', 'backup.tar.gz', '.data-before/lake/tokens.json'])
    write(backup, 'secret')
  for (const built of ['build/BUILD_ID', 'studio/dist/index.html', 'build.lock', '.next/BUILD_ID']) write(built)
  write('node_modules/next/index.js', 'next')
  write('node_modules/next/package.json', '{"version":"1.0.0"}')
  write('package-lock.json', lockfile({'': {}, 'node_modules/next': {version: '1.0.0'}}))
  write('node_modules/.package-lock.json', lockfile({'node_modules/next': {version: '1.0.0'}}))
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(root, {recursive: true, force: true}))

/** Makes a release whose build has the given assets. */
function release(assets: string[] = []): string {
  const id = releases.copyProject({sources: 'abcdefgh'})
  const build = join(releases.folderOf(id), releases.releaseBuildDir)
  for (const file of assets) {
    mkdirSync(dirname(join(build, 'static', file)), {recursive: true})
    writeFileSync(join(build, 'static', file), id)
  }
  mkdirSync(join(build, 'static'), {recursive: true})
  const own = releases.assetsOf(releases.folderOf(id))
  releases.addEarlierAssets(id)
  releases.finishRelease({id, sources: 'abcdefgh', assets: own})
  return id
}

/** Ids are times in milliseconds. All have been served. */
async function several(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    vi.setSystemTime(Date.now() + 1)
    const id = release()
    releases.markServed(id)
    ids.push(id)
  }
  return ids
}

/** Locks what `npm start` locks. Returns an unlock function. */
function lockAsStart(): () => void {
  const claim = {owner: 'The site', guards: 'it', remedy: ''}
  const locks = [join(root, 'data/start.lock'), join(root, 'build.lock')].map((file) => lockFile(file, claim))
  return () => {
    for (const release of locks) release()
  }
}

describe('a release', () => {
  test('has the sources of the project, and neither its secrets nor its data, backups, history or builds', () => {
    const folder = releases.folderOf(releases.copyProject({sources: 'abcdefgh'}))
    expect(readdirSync(folder, {recursive: true, encoding: 'utf8'}).sort()).toEqual(
      [
        ...['app', 'app/page.tsx', 'deploy', 'package-lock.json', 'public', 'public/icon.svg', 'server.ts'],
        ...['studio', 'studio/package.json'],
      ].sort(),
    )
  })

  test('keeps the packages that it was made with when others are installed', () => {
    const id = releases.copyProject({sources: 'abcdefgh'})
    releases.linkPackages(id)
    const own = join(releases.folderOf(id), 'node_modules/next/index.js')
    expect(statSync(own).ino).toBe(statSync(join(root, 'node_modules/next/index.js')).ino)
    rmSync(join(root, 'node_modules'), {recursive: true})
    write('node_modules/next/index.js', 'another')
    expect(readFileSync(own, 'utf8')).toBe('next')
  })

  test('of the build that "npm start" has made uses packages of its own, too', async () => {
    mkdirSync(join(root, 'build/node_modules'), {recursive: true})
    symlinkSync('../../node_modules/next', join(root, 'build/node_modules/next-hash'))
    await releases.adoptBuild('abcdefgh')
    const [{id} = {id: ''}] = releases.listReleases()
    const folder = releases.folderOf(id)
    const used = realpathSync(join(folder, releases.releaseBuildDir, 'node_modules/next-hash'))
    expect(used).toBe(realpathSync(join(folder, 'node_modules/next')))
  })

  test('is on the disk before it counts as finished: a power cut would leave files of it empty', async () => {
    write(
      'path/sync',
      `#!/bin/sh\ncd ${releases.releasesDir} && ls -d */server.ts */release.json > ${root}/synced; true`,
    )
    chmodSync(join(root, 'path/sync'), 0o755)
    vi.stubEnv('PATH', `${join(root, 'path')}:${process.env.PATH}`)
    await releases.adoptBuild('abcdefgh').finally(() => vi.unstubAllEnvs())
    const [{id} = {id: ''}] = releases.listReleases()
    expect(readFileSync(join(root, 'synced'), 'utf8')).toBe(`${id}/server.ts\n`)
  })

  test('has the files that pages of earlier builds ask for, and its own where both have one', () => {
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const first = release(['chunks/one.js', 'chunks/both.js'])
      vi.setSystemTime(Date.now() + 1)
      const second = release(['chunks/two.js', 'chunks/both.js'])
      const read = (file: string) =>
        readFileSync(join(releases.folderOf(second), releases.releaseBuildDir, 'static/chunks', file), 'utf8')
      expect(['one.js', 'two.js', 'both.js'].map(read)).toEqual([first, second, second])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('of several releases', () => {
  test('the three newest are kept, the one that is served, and none that was never finished', async () => {
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [first = '', second = '', ...newest] = await several(5)
      releases.setCurrent({id: first, isRollback: true})
      vi.setSystemTime(Date.now() + 1)
      const unfinished = releases.copyProject({sources: 'abcdefgh'})
      releases.pruneReleases()
      expect(releases.listReleases().map(({id}) => id)).toEqual([first, ...newest])
      expect([second, unfinished].map((id) => existsSync(releases.folderOf(id)))).toEqual([false, false])
    } finally {
      vi.useRealTimers()
    }
  })

  test('one that never was served is not gone back to, nor kept', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [served = ''] = await several(1)
      releases.setCurrent({id: served, isRollback: false})
      vi.setSystemTime(Date.now() + 1)
      const refused = release()
      vi.setSystemTime(Date.now() + 1)
      const next = release()
      await serveRelease({serve: async () => {}}, {id: next, isRollback: false})
      expect(releaseBefore()).toBe(served)
      expect(existsSync(releases.folderOf(refused))).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('one whose description was damaged, as by a power cut, is none, and keeps nobody from starting or deploying', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [first = '', second = '', third = ''] = await several(3)
      releases.setCurrent({id: third, isRollback: false})
      write(`build-releases/${second}/release.json`, '{"id":')
      write(`build-releases/${third}/release.json`)
      expect(releases.listReleases().map(({id}) => id)).toEqual([first])
      expect(releases.currentRelease()).toBeUndefined()
      releases.pruneReleases()
      // It may be served all the same.
      expect([second, third].map((id) => existsSync(releases.folderOf(id)))).toEqual([false, true])
      vi.setSystemTime(Date.now() + 1)
      const next = release()
      await serveRelease({serve: async () => {}}, {id: next, isRollback: false})
      expect(existsSync(releases.folderOf(third))).toBe(false)
      expect(releaseBefore()).toBe(first)
    } finally {
      vi.useRealTimers()
    }
  })

  test('one whose removal was cut off is none any more, whatever is left of it', async () => {
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [served = ''] = await several(1)
      releases.setCurrent({id: served, isRollback: false})
      vi.setSystemTime(Date.now() + 1)
      const refused = release()
      removing.isKilled = true
      expect(releases.pruneReleases).toThrow('killed')
      // Without its mark it would be the newest that was served.
      rmSync(join(releases.folderOf(refused), 'unserved'))
      expect(releases.listReleases().map(({id}) => id)).toEqual([served])
      removing.isKilled = false
      releases.pruneReleases()
      expect(existsSync(releases.folderOf(refused))).toBe(false)
    } finally {
      removing.isKilled = false
      vi.useRealTimers()
    }
  })

  test('a deploy that fails leaves nothing, nor does one before it that was killed: it may have filled the disk', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const [id = ''] = await several(1)
    releases.copyProject({sources: 'killed'})
    await expect(makeRelease({publicVariables: {}}, {})).rejects.toThrow('The release could not be built')
    expect(readdirSync(releases.releasesDir)).toEqual([id])
  })

  test('a deploy waits for the running site as long as that runs, and then says that it has not taken the release', async () => {
    const [id = ''] = await several(1)
    const unlock = lockAsStart()
    const request = join(releases.releasesDir, 'order.json')
    const served = switchTo({id, isRollback: false})
    expect(JSON.parse(readFileSync(request, 'utf8'))).toEqual({id, isRollback: false})
    unlock()
    await expect(served).rejects.toThrow('The running site has not taken the release')
    expect(existsSync(request)).toBe(false)
    expect(releases.currentRelease()).toBeUndefined()
  })

  test('after a deploy that was ended while its release was put into service, the next one waits: it would remove that release', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const id = release()
    const {promise: ready, resolve: becomeReady} = Promise.withResolvers<void>()
    const site = {serve: vi.fn(() => ready), stop: async () => {}}
    const unlock = lockAsStart()
    const {stop} = watchReleaseRequests(site)
    const ended = switchTo({id, isRollback: false})
    await expect.poll(() => site.serve.mock.calls).toHaveLength(1)
    const deployAgain = () => {
      const unlock = lockReleases()
      releases.pruneReleases()
      unlock()
    }
    expect(deployAgain).toThrow(/A switch to another release .* Wait until it has ended/)
    becomeReady()
    await ended
    await vi.waitFor(deployAgain)
    expect(releases.currentRelease()?.release.id).toBe(id)
    expect(existsSync(releases.folderOf(id))).toBe(true)
    await stop()
    unlock()
  })

  test('a deploy during a start is served once that is up, and no request from before the start', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const [id = ''] = await several(1)
    const {promise: starting, resolve: up} = Promise.withResolvers<void>()
    const site = {serve: vi.fn(async () => up()), stop: async () => {}}
    const request = join(releases.releasesDir, 'order.json')
    writeFileSync(request, JSON.stringify({id: 'of another time', isRollback: false}))
    utimesSync(request, 1, 1)
    await watchReleaseRequests(site).stop()
    expect(existsSync(request)).toBe(false)

    const unlock = lockAsStart()
    const served = switchTo({id, isRollback: false})
    const {stop} = watchReleaseRequests(site)
    await starting
    expect(await served).toBe(true)
    expect(site.serve).toHaveBeenCalledExactlyOnceWith({folder: releases.folderOf(id), buildDir: '.next'})
    await stop()
    unlock()
  })

  test('a deploy is served although the clock was set back since the start, and no request for an earlier start', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const [id = ''] = await several(1)
    const unlock = lockAsStart()
    const site = {serve: vi.fn(async () => {}), stop: async () => {}}
    const {stop} = watchReleaseRequests(site)
    const startFile = join(releases.releasesDir, 'start')
    writeFileSync(startFile, 'an earlier start')
    await expect(switchTo({id, isRollback: false})).rejects.toThrow('deploy again')
    expect(site.serve).not.toHaveBeenCalled()
    recordSettings({})
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 8 * 60 * 60_000)
    expect(await switchTo({id, isRollback: false})).toBe(true)
    await stop()
    unlock()
  })

  test('one that is made while the clock is behind comes after those before it', async () => {
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [first = '', ahead = ''] = await several(2)
      vi.setSystemTime(Date.now() - 24 * 60 * 60_000)
      const last = release()
      expect(releases.listReleases().map(({id}) => id)).toEqual([first, ahead, last])
      releases.setCurrent({id: last, isRollback: false})
      expect(releaseBefore()).toBe(ahead)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a request that cannot be read or answered, as on a full disk, ends nothing, and the next one is served', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [id = ''] = await several(1)
    const unlock = lockAsStart()
    const site = {serve: vi.fn(async () => {}), stop: async () => {}}
    const {stop} = watchReleaseRequests(site)
    const request = join(releases.releasesDir, 'order.json')
    const answer = join(releases.releasesDir, 'answer.json.new')
    writeFileSync(`${request}.new`, 'no JSON')
    renameSync(`${request}.new`, request)
    await expect.poll(() => error.mock.calls).toHaveLength(1)
    symlinkSync(join(root, 'no folder/file'), answer)
    // It is served, and the deploy hears that much; of one that cannot be served, too.
    expect(await switchTo({id, isRollback: false})).toBe(true)
    await expect(switchTo({id: 'none', isRollback: false})).rejects.toThrow('its log says why')
    expect(error.mock.calls).toHaveLength(3)
    rmSync(answer)
    expect(await switchTo({id, isRollback: false})).toBe(true)
    expect(site.serve).toHaveBeenCalledTimes(2)
    await stop()
    unlock()
  })

  test.runIf(process.getuid?.() === 0)(
    'root, who is refused or goes back, leaves locks that the owner can take',
    () => {
      chownSync(root, 1234, 1234)
      lockReleases()()
      const locks = readdirSync(root).filter((name) => /^build-releases.*\.lock$/.test(name))
      expect(locks.map((name) => [name, statSync(join(root, name)).uid])).toEqual([
        ['build-releases.lock', 1234],
        ['build-releases.switch.lock', 1234],
      ])
    },
  )

  test('a deploy from a shell without the settings of what runs, or of another user, is refused before anything is built', () => {
    const ofStart = {PORT: '3000', LAKE_PORT: '', NEXT_PUBLIC_SITE_URL: 'https://www.example.com'}
    recordSettings(ofStart)
    const ofShell = {PORT: '3000', NEXT_PUBLIC_SANITY_DATASET: 'test'}
    expect(() => assertSameSettings(ofShell)).not.toThrow()
    const unlock = lockAsStart()
    expect(() => assertSameSettings({...ofStart, LAKE_PORT: undefined})).not.toThrow()
    expect(() => assertSameSettings(ofShell)).toThrow(
      'NEXT_PUBLIC_SITE_URL (https://www.example.com, and not set here), NEXT_PUBLIC_SANITY_DATASET (not set, and test here)',
    )
    vi.spyOn(process, 'getuid').mockReturnValue(12_345)
    expect(() => assertSameSettings(ofStart)).toThrow('belongs to another user')
    unlock()
    expect(() => assertSameSettings(ofStart)).toThrow('belongs to another user')
  })

  test('a start on a full disk serves, and a deploy that finds room later is taken', async (context) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    recordSettings({PORT: '3000'})
    const {fill} = smallFileSystem(context, 64, releases.releasesDir)
    const makeRoom = fill()
    recordSettings({PORT: '4000'})
    expect(log.mock.calls.join()).toMatch(/settings\.json cannot be written \(ENOSPC.*\)\. Make room/)
    makeRoom()
    const [id = ''] = await several(1)
    const unlock = lockAsStart()
    expect(() => assertSameSettings({PORT: '4000'})).not.toThrow()
    const {stop} = watchReleaseRequests({serve: async () => {}})
    expect(await switchTo({id, isRollback: false})).toBe(true)
    await stop()
    unlock()
  })

  test('a start on a read-only disk serves, and a release that the disk does not record is said to be served until the next start', async (context) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    recordSettings({PORT: '3000'})
    const {setReadOnly} = smallFileSystem(context, 1024, releases.releasesDir)
    recordSettings({PORT: '3000'})
    const id = release()
    setReadOnly()
    recordSettings({PORT: '4000'})
    expect(log.mock.calls.join()).toMatch(/settings\.json cannot be written \(EROFS.*\)\. Its file system is read-only/)
    const serve = vi.fn(async () => {})
    await expect(serveRelease({serve}, {id, isRollback: false})).rejects.toThrow(
      /is served, but only until the next start: .* read-only: remount it.* Then deploy again\.$/,
    )
    expect(serve).toHaveBeenCalledOnce()
  })

  test.for(['before the site takes the request', 'while the release is put into service'])(
    'a deploy does not wait for an answer that the disk does not take, being read-only from %s',
    async (moment, context) => {
      vi.spyOn(console, 'log').mockImplementation(() => {})
      const error = vi.spyOn(console, 'error').mockImplementation(() => {})
      recordSettings({})
      const {setReadOnly} = smallFileSystem(context, 1024, releases.releasesDir)
      recordSettings({})
      const id = release()
      const unlock = lockAsStart()
      const stop = moment.startsWith('while')
        ? watchReleaseRequests({serve: async () => setReadOnly()}).stop
        : async () => setReadOnly()
      const deployed = switchTo({id, isRollback: false})
      if (moment.startsWith('before')) setReadOnly()
      await expect(deployed).rejects.toThrow(/cannot be written, .* log of the running site says whether/)
      if (moment.startsWith('while')) expect(error.mock.calls.join()).toMatch(/only until the next start: .* read-only/)
      await stop()
      unlock()
    },
  )

  test('a deploy does not wait for an answer for which there is no file left', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    recordSettings({})
    const id = release()
    const unlock = lockAsStart()
    const result = join(releases.releasesDir, 'answer.json')
    const {stop} = watchReleaseRequests({
      serve: async () => {
        for (const file of [result, `${result}.new`]) symlinkSync(join(root, 'no folder/file'), file)
      },
    })
    await expect(switchTo({id, isRollback: false})).rejects.toThrow(/log of the running site says whether/)
    await stop()
    unlock()
  })

  test('a start serves the release whose files nginx reads, although a switch was cut off', async () => {
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [first = '', second = ''] = await several(2)
      releases.setCurrent({id: first, isRollback: true})
      const link = join(releases.releasesDir, 'current')
      rmSync(link)
      symlinkSync(second, link)
      expect(releases.currentRelease()).toMatchObject({release: {id: second}, isRollback: false})
    } finally {
      vi.useRealTimers()
    }
  })

  test('a way back that a running start of an earlier version has recorded lasts until the next deploy', async () => {
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [first = '', second = ''] = await several(2)
      releases.setCurrent({id: first, isRollback: false})
      write('build-releases/current.json', JSON.stringify({id: first, isRollback: true}))
      expect(releases.currentRelease()).toMatchObject({release: {id: first}, isRollback: true})
      for (const id of [second, first]) releases.setCurrent({id, isRollback: false})
      expect(releases.currentRelease()).toMatchObject({release: {id: first}, isRollback: false})
    } finally {
      vi.useRealTimers()
    }
  })

  test('each way back goes to the one before, and a start serves the last that was chosen', async () => {
    vi.useFakeTimers({toFake: ['Date']})
    try {
      const [first = '', second = '', third = ''] = await several(3)
      await switchTo({id: third, isRollback: false})
      for (const expected of [second, first]) {
        expect(releaseBefore()).toBe(expected)
        expect(await switchTo({id: expected, isRollback: true})).toBe(false)
        expect(releases.currentRelease()).toMatchObject({release: {id: expected}, isRollback: true})
        expect(readFileSync(join(releases.releasesDir, 'current/server.ts'), 'utf8')).toBe('server.ts')
      }
      expect(releaseBefore).toThrow('There is no release before the one that is served')
    } finally {
      vi.useRealTimers()
    }
  })
})
