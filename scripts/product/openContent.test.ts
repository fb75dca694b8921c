import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test, vi} from 'vitest'
import {readContentSource} from '../../sanity/env.ts'
import type {Product} from './prepare.ts'

const folder = vi.hoisted(() => ({dataDir: ''}))
vi.mock('./paths.ts', () => {
  folder.dataDir = mkdtempSync(join(tmpdir(), 'open-content-'))
  return folder
})
vi.mock('./startLake.ts', () => ({
  startLake: async () => ({stop: async () => {}}),
  isNewLake: () => false,
  lakeTokens: () => ({read: 'r', write: 'w'}),
}))
const seed = vi.hoisted(() => ({isEmpty: vi.fn(), seedContent: vi.fn(), writingClient: vi.fn()}))
vi.mock('./seedContent.ts', () => seed)
const {openContent} = await import('./openContent.ts')

afterAll(() => rmSync(folder.dataDir, {recursive: true, force: true}))

test('a start that was killed while it seeded is followed by one that seeds the rest', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const product: Product = {
    source: readContentSource({}),
    sitePort: 1,
    siteHost: '127.0.0.1',
    siteOrigin: 'http://localhost:1',
    logFormat: 'text',
    lakePort: 2,
    studioPort: 3,
    metricsPort: undefined,
    lakeMetricsPort: undefined,
    instances: 1,
    publicVariables: {},
  }
  seed.isEmpty.mockResolvedValueOnce(true).mockResolvedValue(false)
  seed.seedContent.mockRejectedValueOnce(new Error('killed')).mockResolvedValue(100)
  await expect(openContent(product, [])).rejects.toThrow('killed')
  expect(await openContent(product, [])).toMatchObject({freshContent: true})
  expect(await openContent(product, [])).toMatchObject({freshContent: false})
  expect(seed.seedContent).toHaveBeenCalledTimes(2)
})
