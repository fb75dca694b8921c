import {spawnSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {readSeed} from '@/tests/support/readSeed'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {root, seedDir} from './product/paths.ts'

const seedFile = join(seedDir, 'data.ndjson')

function check(...args: string[]) {
  const script = join(root, 'scripts/contentCheck.ts')
  const {status, stdout, stderr} = spawnSync(process.execPath, [script, '--on', '2027-01-01', ...args], {
    encoding: 'utf8',
  })
  return {status, stdout, stderr}
}

/** The seed without one document, as a file. */
function seedWithout(id: string): string {
  const file = join(temporaryFolder(), 'data.ndjson')
  const rest = readSeed().filter(({_id}) => _id !== id)
  writeFileSync(file, rest.map((document) => JSON.stringify(document)).join('\n'))
  return file
}

test('warnings alone end with 0, and with 1 where they are to count', () => {
  const {status, stdout} = check('--file', seedFile)
  expect(stdout).toMatch(/! Placeholders left \(\d+\)/)
  expect(stdout).toMatch(/0 errors, \d+ warnings\n$/)
  expect(status).toBe(0)
  expect(check('--file', seedFile, '--strict').status).toBe(1)
})

test('the launch check lists what only the company knows, in either language, and ends with 1', () => {
  const {status, stdout} = check('--file', seedFile, '--launch', '--language', 'zh')
  expect(status).toBe(1)
  for (const title of ['尚未替换的占位内容', '采购须知里还没有回答的主题', '没有写明怎样测得的数据'])
    expect(stdout).toContain(title)
  expect(stdout).toContain('“部署”还没有我们的回答')
  expect(check('--file', seedFile, '--launch').stdout).toContain('We have no answer on “Deployment” yet')
})

test('an error ends with 1 and says where it is and what to do, in either language or as JSON', () => {
  const file = seedWithout('role-guard')
  const {status, stdout} = check('--file', file, '--language', 'zh')
  expect(status).toBe(1)
  expect(stdout).toContain('这里引用的文档“role-guard”不存在：请另选一项，或删去引用。')
  const report = JSON.parse(check('--file', file, '--json').stdout)
  expect(report.errors).toBeGreaterThan(0)
  expect(report.findings[0]).toMatchObject({check: 'brokenReference', severity: 'error', detail: 'role-guard'})
})

test('a file that is none, or holds no documents, is a sentence', () => {
  expect(check('--file', 'nowhere.ndjson').stderr).toMatch(/✗ nowhere\.ndjson cannot be read\./)
  expect(check('--file', join(root, 'README.md')).stderr).toMatch(/✗ Line 1 of .* is no document\./)
})
