import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test, vi} from 'vitest'
import {readContentSource} from '../../sanity/env.ts'

const folder = vi.hoisted(() => ({dataDir: '', root: '', studioBuildDir: ''}))
vi.mock('./paths.ts', () => {
  folder.dataDir = mkdtempSync(join(tmpdir(), 'start-lake-'))
  return folder
})
vi.mock('./superviseProcess.ts', () => ({superviseProcess: async () => ({stop: async () => {}})}))
const {startLake} = await import('./startLake.ts')

afterAll(() => rmSync(folder.dataDir, {recursive: true, force: true}))

test('people are followed while the lake runs, and no longer', async () => {
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
    const lake = await startLake({source: readContentSource({}), port: 1, siteOrigin: 'http://localhost', secret: 's'})
    people('li-wei')
    expect(ids()).toEqual(['li-wei'])
    await lake.stop()
    people('bo')
    expect(ids()).toEqual(['li-wei'])
  } finally {
    vi.useRealTimers()
  }
})
