import {spawnSync} from 'node:child_process'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {expect, test} from 'vitest'
import {root} from './paths.ts'

test('an option that a command does not have is one sentence, without a stack', () => {
  const script = `
    import {parseArgs} from 'node:util'
    import {runMain} from '${pathToFileURL(join(root, 'scripts/product/runMain.ts'))}'
    await runMain(async () => void parseArgs({options: {replace: {type: 'boolean'}}}))`
  const {status, stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', '--replce'], {
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^✗ Unknown option '--replce'.*\n$/)
  expect(status).toBe(1)
})
