import {globSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from 'vitest'

/**
 * The floors, and on each its folders and files, from the bottom up: each imports only what stands before it. The README
 * draws them.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  storage: [
    ...['types.ts', 'errors.ts', 'json.ts', 'documentIds.ts'],
    ...['LruCache.ts', 'listeners.ts', 'files.ts', 'childProcess.ts'],
    ...['mendoza', 'indexes', 'store'],
  ],
  query: ['query', 'roles'],
  documents: [
    ...['log', 'resolveOptions.ts', 'access', 'assets', 'documents', 'comments', 'Lake.ts'],
    ...['queryRunner', 'history', 'dataset', 'backup', 'webhooks', 'releases'],
  ],
  protocol: ['http', 'routes', 'login', 'platform', 'listen', 'browser', 'presence', 'socket', 'studio', 'metrics'],
  server: [
    ...['createApp.ts', 'openDataset.ts', 'openLake.ts', 'startLake.ts', 'testLake.ts', 'inspectLake.ts', 'api.ts'],
    ...['dev', 'cli', 'cli.ts'],
  ],
}
const ORDER = Object.values(FLOORS).flat()

const root = fileURLToPath(new URL('.', import.meta.url))
const isSource = (file: string): boolean => !file.endsWith('.test.ts') && !file.startsWith('testing/')
/** The folder of a file, or a root file itself. */
const roomOf = (file: string): string => file.split('/')[0] ?? file
const files = globSync('**/*.ts', {cwd: root}).filter(isSource)

/** Each import from one room into another, as `from → to`, dynamic ones and those of types included. */
function importsBetweenRooms(): [from: string, to: string][] {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const paths = Array.from(source.matchAll(/(?: from |\bimport\(|^import )'(\.[^']+)'/gm), ([, path = '']) => path)
    return paths.map((path): [string, string] => [roomOf(file), roomOf(join(dirname(file), path))])
  })
}

test('each folder and each file at the root has its floor', () => {
  expect(new Set(files.map(roomOf))).toEqual(new Set(ORDER))
  expect(ORDER).toHaveLength(new Set(ORDER).size)
})

test('no import goes up', () => {
  const imports = importsBetweenRooms().filter(([from, to]) => from !== to)
  expect(imports.length).toBeGreaterThan(100)
  const upwards = imports.filter(([from, to]) => ORDER.indexOf(to) > ORDER.indexOf(from))
  expect(upwards.map((pair) => pair.join(' → '))).toEqual([])
})
