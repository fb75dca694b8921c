import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {onTestFinished} from 'vitest'

/**
 * Makes a folder for the running test and returns its path. Removed after the test and its `afterEach`, passed or
 * failed.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-test-'))
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}))
  return folder
}
