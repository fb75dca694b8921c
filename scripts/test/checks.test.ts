import {execFile} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {expect, test} from 'vitest'
import {temporaryFolder} from '../../tests/support/temporaryFolder.ts'
import {root} from '../product/paths.ts'
import {readStart} from './checks.ts'

/** Runs a test file as `npm test` does, and returns what it counts. */
async function tallyOf(code: string): Promise<unknown> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.test.js'), code)
  const script = `
    import {runVitest} from ${JSON.stringify(join(root, 'scripts/test/checks.ts'))}
    const args = ['--root', ${JSON.stringify(folder)}, '--globals']
    console.log(JSON.stringify(await runVitest({args, report: 'checks.json'})))`
  const {stdout} = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {cwd: root})
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

test('a rejection that no test has waited for is a failure, though all tests pass', async () => {
  expect(await tallyOf("test('fine', () => {})")).toEqual({passed: 1, skipped: 0, failures: []})
  expect(readStart('checks.json')).toBeGreaterThan(0)
  const forgotten = "test('forgets', () => void Promise.reject(new Error('nobody waits for me')))"
  expect(await tallyOf(forgotten)).toEqual({passed: 1, skipped: 0, failures: ['Vitest, outside any test']})
  // The next check does not take the file for one that has passed.
  expect(readStart('checks.json')).toBe(0)
})
