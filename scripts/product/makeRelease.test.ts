import {spawn} from 'node:child_process'
import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, expect, onTestFinished, test, vi} from 'vitest'
import {isGone} from '@/tests/support/isGone.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {readEnquiryEnv} from '../../enquiries/enquiryEnv.ts'
import {checkRelease, makeRelease} from './makeRelease.ts'

const fingerprints = vi.hoisted((): string[] => [])
vi.mock('./buildSite.ts', () => ({siteBuild: () => ({stamp: '', formerStamp: '', folder: '', sources: ''})}))
vi.mock('./releases.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./releases.ts')>()),
  copyProject: () => 'copied',
  projectFingerprint: () => fingerprints.shift(),
  pruneReleases: () => {},
}))

afterEach(() => vi.unstubAllEnvs())

/** A release whose site notes its variables and has one page. */
function makeFakeRelease() {
  const folder = temporaryFolder()
  const seen = join(folder, 'env.json')
  writeFileSync(
    join(folder, 'server.ts'),
    `import {renameSync, writeFileSync} from 'node:fs'
    import {createServer} from 'node:http'
    writeFileSync('env.json.new', JSON.stringify({...process.env, PID: String(process.pid)}))
    renameSync('env.json.new', 'env.json')
    createServer((request, response) => {
      response.setHeader('x-instance', process.env.INSTANCE_ID ?? '').end('<loc>https://www.example.com/h5</loc>')
    }).listen(Number(process.env.PORT), '127.0.0.1')`,
  )
  return {folder, seen: () => (existsSync(seen) ? JSON.parse(readFileSync(seen, 'utf8')) : undefined)}
}

test('a release is tried with a database of enquiries of its own, as it may be rejected', async () => {
  const {folder, seen} = makeFakeRelease()
  vi.stubEnv('DATABASE_URL', 'postgres://live')
  expect(await checkRelease(folder, {})).toBe(1)
  const {url, file} = readEnquiryEnv(seen()).place
  expect(url).toBeUndefined()
  expect(file.startsWith(folder)).toBe(true)
})

test('the site of a release that is tried ends with the deploy, however that ends', async () => {
  const {folder, seen} = makeFakeRelease()
  const module = JSON.stringify(join(import.meta.dirname, 'makeRelease.ts'))
  const deploy = spawn(process.execPath, [
    ...['--input-type=module', '-e'],
    // It is tried for as long as it does not answer.
    `globalThis.fetch = () => new Promise(() => {})
    const {checkRelease} = await import(${module})
    await checkRelease(${JSON.stringify(folder)}, {})`,
  ])
  onTestFinished(() => void deploy.kill('SIGKILL'))
  await expect.poll(seen).toBeDefined()
  deploy.kill('SIGKILL')
  await expect.poll(() => isGone(Number(seen().PID))).toBe(true)
})

test('of sources that another operator pulls while they are copied no release is made', async () => {
  fingerprints.push('before', 'after')
  await expect(makeRelease({publicVariables: {}}, {})).rejects.toThrow(/^The project changed while it was copied/)
})
