import {mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, test} from 'vitest'
import {inspectLake} from './inspectLake.ts'
import {startLake} from './startLake.ts'
import {clientOf, newFolder, openTestLake} from './testing/openTestLake.ts'

const USERS = {users: [{id: 'li', name: 'Li', roles: ['editor']}]}

/** The folder of a lake that was stopped. */
async function stoppedLake(): Promise<string> {
  const lake = await openTestLake({writeToken: undefined, readToken: undefined, adminToken: undefined})
  await clientOf(lake, {token: lake.tokens.write}).create({_id: 'a', _type: 'page', text: '内容'.repeat(20_000)})
  await lake.close()
  return lake.options.dir
}

const changed = (sql: string) => (dir: string) => {
  const database = new DatabaseSync(join(dir, 'lake.db'))
  database.exec(sql)
  database.close()
}

const traces = (dir: string) =>
  readdirSync(dir, {recursive: true, encoding: 'utf8'})
    .toSorted()
    .map((name) => {
      const stats = statSync(join(dir, name))
      return [name, stats.mode, stats.mtimeMs, stats.isFile() ? readFileSync(join(dir, name), 'base64') : '']
    })

test.each<[what: string, damage: (dir: string) => void, sentence: RegExp]>([
  ['emptied', (dir) => truncateSync(join(dir, 'lake.db'), 0), /lake\.db is empty, although a lake has worked/],
  ['cut off', (dir) => truncateSync(join(dir, 'lake.db'), 40_960), /lake\.db is damaged or no lake database/],
  ['overwritten', (dir) => writeFileSync(join(dir, 'lake.db'), 'x'.repeat(9000)), /lake\.db is damaged or no lake/],
  ['bent in one document', changed(`UPDATE documents SET json = 'x' || json WHERE id = 'a'`), /the document "a" in it/],
  ['of another program', changed('DROP TABLE key_values; PRAGMA user_version = 0'), /damaged or no lake database/],
  ['newer', changed('PRAGMA user_version = 99'), /was written by a newer version of the lake/],
])('a database that is %s is named as at the start, and nothing is changed', async (_what, damage, sentence) => {
  const dir = await stoppedLake()
  expect(inspectLake(dir)).toEqual([])
  damage(dir)
  const before = traces(dir)
  const [problem, ...others] = inspectLake(dir)
  expect(problem).toMatch(sentence)
  expect(others).toEqual([])
  expect(traces(dir)).toEqual(before)
  await expect(startLake({dir, port: 0, log: () => {}})).rejects.toThrow(problem ?? '')
})

test('each file that a start would refuse is named', async () => {
  const dir = await stoppedLake()
  mkdirSync(join(dir, 'comments'))
  writeFileSync(join(dir, 'comments', 'lake.db'), 'x'.repeat(9000))
  for (const name of ['password.json', 'people.json']) writeFileSync(join(dir, name), '{')
  expect(inspectLake(dir, USERS)).toEqual([
    expect.stringMatching(/comments\/lake\.db is damaged/),
    expect.stringMatching(/password\.json cannot be read/),
    expect.stringMatching(/people\.json cannot be used/),
  ])
  expect(inspectLake(dir, {users: [{id: 'li', name: 'Li', roles: ['boss']}]}).at(-1)).toMatch(
    /^The list of people cannot be used: users\[0\]\.roles: there is no role "boss"/,
  )
})

test.each(['{"users": s3cret}', 's3cret', '{"users": "s3cret"\n', '{"users": ["s3cret",]}', '"s3cret'])(
  'a file that is not JSON is a sentence in one line that quotes nothing of it: %s',
  async (text) => {
    const dir = await stoppedLake()
    writeFileSync(join(dir, 'people.json'), text)
    const [problem, ...others] = inspectLake(dir, USERS)
    expect(problem).toMatch(/people\.json cannot be used: .*JSON.*\. Correct it; if it is deleted, .*\.$/)
    expect(problem).not.toContain('cret')
    expect(others).toEqual([])
  },
)

test('a new folder, one that is open, and one that was not closed are in order', async () => {
  expect(inspectLake(join(await newFolder(), 'none'), USERS)).toEqual([])
  const lake = await openTestLake()
  await clientOf(lake).create({_id: 'a', _type: 'page'})
  expect(inspectLake(lake.options.dir)).toEqual([])
})
