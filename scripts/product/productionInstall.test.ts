import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterAll, beforeEach, expect, test, vi} from 'vitest'
import {buildSite, siteBuild} from './buildSite.ts'
import {buildStudio, studioBuild} from './buildStudio.ts'
import {recordBuild} from './builds.ts'
import {dataDir, root} from './paths.ts'

/** A project of which only what production needs is installed: nothing can be built in it. */
vi.mock('./paths.ts', async (original) => {
  const {temporaryProject} = await import('@/tests/support/temporaryProject.ts')
  return {...(await original<typeof import('./paths.ts')>()), ...temporaryProject()}
})

beforeEach(() => {
  rmSync(root, {recursive: true, force: true})
  for (const folder of ['node_modules', '.next', 'studio/dist']) mkdirSync(join(root, folder), {recursive: true})
  writeFileSync(join(root, 'node_modules/.installed-for-production'), '')
  writeFileSync(join(root, '.next/BUILD_ID'), 'one')
  writeFileSync(join(root, 'studio/dist/index.html'), 'one')
})
afterAll(() => rmSync(root, {recursive: true, force: true}))

const site = {env: {}, publicVariables: {}, isForced: false}

test('builds that are missing are not tried, and the sentence says how to make them', async () => {
  const sentence = 'only what production needs is installed. Run "npm ci" and "npm start", which builds it'
  await expect(buildSite(site)).rejects.toThrow(sentence)
  await expect(buildStudio({})).rejects.toThrow(sentence)
})

test('builds that are there are served', async () => {
  recordBuild(siteBuild({}))
  recordBuild(studioBuild({}))
  await buildSite(site)
  await buildStudio({})
})

test('builds are served after a restore, before which the data folder is moved away', async () => {
  recordBuild(siteBuild({}))
  recordBuild(studioBuild({}))
  rmSync(dataDir, {recursive: true, force: true})
  await buildSite(site)
  await buildStudio({})
})

test('a dataset that has just been seeded asks for no build', async () => {
  recordBuild(siteBuild({}))
  await buildSite({...site, isForced: true})
})
