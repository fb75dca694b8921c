import {existsSync, mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, onTestFinished, test, vi} from 'vitest'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {announceChanges, remedyAfterChange} from './announceChanges.ts'
import {root} from './paths.ts'

test.each([
  ['packages/content-lake/src/openLake.ts', 'npm run dev'],
  ['sanity/roles/lakeRoles.ts', 'npm run dev'],
  ['.env.local', 'npm run dev'],
  ['package-lock.json', 'npm run dev'],
  ['scripts/product/startSite.ts', 'npm run dev'],
  ['server.ts', 'npm start'],
  ['server/pageCache/PageCacheHandler.ts', 'npm start'],
  ['sanity/seed/data.ndjson', 'npm run seed -- --replace'],
  ['sanity/blocks/points/schema.ts', 'npm run typegen'],
  ['sanity/blocks/points/projection.ts', 'npm run typegen'],
  ['sanity/schema/objects/flowStep.ts', 'npm run typegen'],
])('after a change of %s, npm run dev says: %s', (path, command) => {
  if (!path.startsWith('.env')) expect(existsSync(join(root, path)), path).toBe(true)
  expect(remedyAfterChange(path)).toContain(command)
})

test.each([
  'components/blocks/points/Points.tsx',
  'i18n/messages/zh.json',
  'sanity/content.ts',
  'sanity/schema/schema.test.ts',
  'sanity/types.generated.ts',
  'sanity/blocks/blocks.generated.ts',
])('a change of %s needs nothing', (path) => {
  expect(remedyAfterChange(path)).toBeUndefined()
})

test('a file that is saved while npm run dev runs is named with what to do', async () => {
  const folder = temporaryFolder()
  const save = (path: string) => {
    mkdirSync(dirname(join(folder, path)), {recursive: true})
    writeFileSync(join(folder, path), '')
  }
  save('packages/content-lake/src/documents/transact.ts')
  const print = vi.fn<(sentence: string) => void>()
  onTestFinished(announceChanges(folder, print))
  save('packages/content-lake/src/documents/transact.ts')
  save('.env.local')
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(2), {timeout: 60_000})
  expect(print.mock.calls.flat().toSorted()).toEqual([
    '.env.local has changed. Settings are read at the start, from .env.local. Press Ctrl-C and run "npm run dev" again.',
    'packages/content-lake/src/documents/transact.ts has changed. The content lake runs the code of its start. Press Ctrl-C and run "npm run dev" again.',
  ])
})
