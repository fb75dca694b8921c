import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {isGone} from '@/tests/support/isGone.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder'
import {root} from './paths.ts'

const imported = (name: string) => `import {${name}} from ${JSON.stringify(join(root, `scripts/product/${name}.ts`))}`

/** A command knows nothing of `runMain`, like the build of the Studio. */
test.each([
  ['command', 'SIGTERM'],
  ['command', 'SIGKILL'],
  ['script', 'SIGTERM'],
  ['script', 'SIGKILL'],
] as const)('a %s that a script runs ends with it at %s', async (kind, signal) => {
  const started = join(temporaryFolder(), 'started')
  const run = `async () => {
    writeFileSync(${JSON.stringify(started)}, String(process.pid))
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  }`
  const inner = `
    import {writeFileSync} from 'node:fs'
    ${imported('runMain')}
    await ${kind === 'script' ? 'runMain' : ''}(${run})${kind === 'script' ? '' : '()'}`
  const outer = `
    ${imported('runCommand')}
    ${imported('runMain')}
    const args = ['--input-type=module', '-e', ${JSON.stringify(inner)}]
    await runMain(() => runCommand(process.execPath, args, {failure: 'It failed.'}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', outer], {stdio: 'ignore'})
  const ended = once(child, 'exit')
  await expect.poll(() => existsSync(started) && readFileSync(started, 'utf8')).toMatch(/^\d+$/)
  const pid = Number(readFileSync(started, 'utf8'))
  onTestFinished(() => void (isGone(pid) || process.kill(pid, 'SIGKILL')))
  expect(isGone(pid)).toBe(false)
  child.kill(signal)
  await ended
  await expect.poll(() => isGone(pid)).toBe(true)
})
