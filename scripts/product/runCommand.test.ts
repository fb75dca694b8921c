import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {isGone} from '@/tests/support/isGone.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder'
import {root} from './paths.ts'

test('a command that is running ends with a script that is told to end', async () => {
  const started = join(temporaryFolder(), 'started')
  const command = `require('fs').writeFileSync(${JSON.stringify(started)}, String(process.pid)); setInterval(() => {}, 1000)`
  const script = `
    import {runCommand} from ${JSON.stringify(join(root, 'scripts/product/runCommand.ts'))}
    import {runMain} from ${JSON.stringify(join(root, 'scripts/product/runMain.ts'))}
    await runMain(() => runCommand(process.execPath, ['-e', ${JSON.stringify(command)}], {failure: 'It failed.'}))
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: 'ignore'})
  const ended = once(child, 'exit')
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toMatch(/^\d+$/)
  const pid = Number(readFileSync(started, 'utf8'))
  expect(isGone(pid)).toBe(false)
  child.kill('SIGTERM')
  await ended
  await expect.poll(() => isGone(pid)).toBe(true)
})
