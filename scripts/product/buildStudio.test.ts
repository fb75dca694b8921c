import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterAll, beforeEach, expect, test, vi} from 'vitest'
import {buildStudio, buildStudioBeside} from './buildStudio.ts'
import {lockReleases} from './makeRelease.ts'
import {root, studioBuildDir} from './paths.ts'

/** A project whose `sanity build` is a stand-in. */
vi.mock('./paths.ts', async (original) => {
  const {temporaryProject} = await import('@/tests/support/temporaryProject.ts')
  return {...(await original<typeof import('./paths.ts')>()), ...temporaryProject()}
})

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  rmSync(root, {recursive: true, force: true})
  for (const folder of ['node_modules/.bin', 'studio']) mkdirSync(join(root, folder), {recursive: true})
  writeFileSync(
    join(root, 'node_modules/.bin/sanity'),
    `require('fs').mkdirSync(process.argv[3], {recursive: true})
    require('fs').writeFileSync(process.argv[3] + '/index.html', 'built')`,
  )
})
afterAll(() => rmSync(root, {recursive: true, force: true}))

const served = () => readFileSync(join(studioBuildDir, 'index.html'), 'utf8')

test('a start builds no Studio where a deploy has built its own and waits for the site', async () => {
  const unlock = lockReleases()
  const deployed = await buildStudioBeside({})
  await expect(buildStudio({})).rejects.toThrow(/Another deploy .* Wait until it has ended\./)
  expect(existsSync(studioBuildDir)).toBe(false)
  deployed?.serve()
  unlock()
  expect(served()).toBe('built')
})

test('a start builds a missing Studio, and keeps no deploy waiting afterwards', async () => {
  await buildStudio({})
  expect(served()).toBe('built')
  lockReleases()()
})

test('a start with a Studio of the same sources serves that, also during a deploy', async () => {
  await buildStudio({})
  const unlock = lockReleases()
  await buildStudio({})
  unlock()
})
