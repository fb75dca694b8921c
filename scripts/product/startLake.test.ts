import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test, vi} from 'vitest'
import {readContentSource} from '../../sanity/env.ts'
import {UserError} from './report.ts'

const folder = vi.hoisted(() => ({dataDir: '', root: '', studioBuildDir: ''}))
vi.mock('./paths.ts', () => {
  folder.dataDir = mkdtempSync(join(tmpdir(), 'start-lake-'))
  return folder
})
/** Resolves once the lake that was started last is ready. */
const started = vi.hoisted((): {untilReady: (instance: string) => Promise<void>; problem?: Error} => ({
  untilReady: async () => {},
}))
vi.mock('./superviseProcess.ts', () => ({
  superviseProcess: async ({ready}: {ready: typeof started.untilReady}) => {
    if (started.problem) throw started.problem
    started.untilReady = ready
    return {stop: async () => {}}
  },
}))
const {lockFile} = await import('./lockFile.ts')
const {lakeTokens, startLake} = await import('./startLake.ts')

afterAll(() => rmSync(folder.dataDir, {recursive: true, force: true}))

test('people are followed while the lake runs, and no longer', async () => {
  const options = {source: readContentSource({}), port: 1, siteOrigin: 'http://localhost', secret: 's'}
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
  const people = (id: string) =>
    writeFileSync(join(folder.dataDir, 'users.json'), JSON.stringify([{id, name: id, roles: ['marketer']}]))
  const ids = () => {
    vi.advanceTimersByTime(10_000)
    const {users} = JSON.parse(readFileSync(join(folder.dataDir, 'lake-users.json'), 'utf8'))
    return users.map(({id}: {id: string}) => id)
  }
  try {
    people('ann')
    const lake = await startLake(options)
    people('li-wei')
    expect(ids()).toEqual(['li-wei'])
    await lake.stop()
    people('bo')
    expect(ids()).toEqual(['li-wei'])
    started.problem = new Error('it ended')
    await expect(startLake(options)).rejects.toThrow('it ended')
    people('cai')
    expect(ids()).toEqual(['bo'])
  } finally {
    delete started.problem
    vi.useRealTimers()
  }
})

test.each([
  ['is waited for, with a word after a minute', 10, undefined],
  [
    'is given up after a quarter of an hour, with what to do',
    20,
    /did not answer within 900 s\. Look at the disk.*run the command again/,
  ],
])('a lake that needs minutes to start %s', async (_, minutes, problem) => {
  vi.useFakeTimers()
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const end = performance.now() + minutes * 60_000
  vi.stubGlobal('fetch', async () => {
    if (performance.now() < end) throw new Error('connection refused')
    return new Response(null, {headers: {'x-instance': 'ours'}})
  })
  try {
    await startLake({source: readContentSource({}), port: 1, siteOrigin: 'http://localhost', secret: 's'})
    const ready = started.untilReady('ours').then(() => undefined, String)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(log).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(log.mock.calls).toEqual([[expect.stringContaining('The content lake has not answered for a minute.')]])
    await vi.advanceTimersByTimeAsync(minutes * 60_000)
    if (problem) expect(await ready).toMatch(problem)
    else expect(await ready).toBeUndefined()
  } finally {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    log.mockRestore()
  }
})

test('a lake that cannot start while a backup has it open is not blamed: the backup is named, and waited for', async () => {
  const lake = {source: readContentSource({}), port: 1, siteOrigin: 'http://localhost', secret: 's'}
  started.problem = new UserError('The content lake ended before it was ready.')
  const unlock = lockFile(join(folder.dataDir, 'backup.lock'), {owner: 'A backup', guards: '', remedy: ''})
  try {
    await expect(startLake(lake)).rejects.toThrow(
      /^The content lake ended before it was ready\. A backup .*backup\.lock.* Wait until it has ended/,
    )
    unlock()
    await expect(startLake(lake)).rejects.toThrow(/ready\.$/)
  } finally {
    delete started.problem
  }
})

test('tokens that are gone or damaged are a sentence that quotes none of them', () => {
  const lake = join(folder.dataDir, 'lake')
  const file = join(lake, 'tokens.json')
  const sentence = () => {
    try {
      return lakeTokens({NODE_ENV: 'test'})
    } catch (error) {
      return error instanceof UserError ? error.message : error
    }
  }
  mkdirSync(lake, {recursive: true})
  writeFileSync(join(lake, 'lake.db'), '')
  expect(sentence()).toBe(`${file} is gone. Restore it from a backup, or restart: "npm start" makes new tokens.`)
  for (const damaged of ['{"read": "a", "write": s3cret}', '{"read": "s3cret"', '{"write": "s3cret"}', '[]', '']) {
    writeFileSync(file, damaged)
    expect(sentence()).toBe(`${file} is damaged or incomplete. Restore it from a backup, or remove it and restart.`)
  }
  writeFileSync(file, '{"read": "r", "write": "w", "admin": "a"}')
  expect(sentence()).toEqual({read: 'r', write: 'w'})
})
