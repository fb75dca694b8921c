import {spawn, spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {expect, onTestFinished, test} from 'vitest'
import {smallFileSystem} from '@/tests/support/smallFileSystem.ts'
import {root} from './paths.ts'

const runMain = pathToFileURL(join(root, 'scripts/product/runMain.ts'))

test('a file that the system refuses is one sentence with its path and what to do', () => {
  const script = `
    import {mkdirSync} from 'node:fs'
    import {runMain} from '${runMain}'
    await runMain(async () => void mkdirSync(process.execPath + '/backups'))`
  const {status, stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script], {encoding: 'utf8'})
  expect(stderr).toBe(
    `✗ ENOTDIR: not a directory, mkdir '${process.execPath}/backups'. A file is named where a folder is needed, or the reverse: name another place.\n`,
  )
  expect(status).toBe(1)
})

test('a full disk is named, although the system names no file', (context) => {
  const {folder, fill} = smallFileSystem(context, 64)
  fill()
  const script = `
    import {writeFileSync} from 'node:fs'
    import {runMain} from '${runMain}'
    await runMain(async () => writeFileSync(process.env.DATA_DIR + '/note', 'a note'))`
  const env = {...process.env, DATA_DIR: folder}
  const {stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script], {encoding: 'utf8', env})
  expect(stderr).toContain(`ENOSPC: no space left on device, write. The disk of ${folder}`)
  expect(stderr).toMatch(/ is full: make room there\.\n$/)
})

test.each(['new UserError', 'new Error'])(
  'what others answer and quote of our secrets is not printed: %s',
  (thrown) => {
    const script = `
    import {runMain} from '${runMain}'
    import {UserError} from '${pathToFileURL(join(root, 'scripts/product/report.ts'))}'
    await runMain(async () => { throw ${thrown}('no login with open-sesame, nor sk1234567') })`
    const env = {
      ...process.env,
      DATABASE_URL: 'postgres://site:open-sesame@localhost/a',
      SANITY_API_READ_TOKEN: 'sk1234567',
    }
    const {stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script], {encoding: 'utf8', env})
    expect(stderr).toContain('no login with ***, nor ***')
    expect(stderr).not.toMatch(/sesame|sk1234567/)
  },
)

test.each([
  ['a command that was cut off does not end like one that is done', '', 130],
  ['what serves ends well', 'running.push({stop: async () => {}, failed: new Promise(() => {})})', 0],
])('%s', async (_, main, code) => {
  const script = `
    import {runMain} from '${runMain}'
    await runMain(async (running) => {
      ${main}
      setInterval(() => {}, 1000)
      console.log('ready')
      if (running.length === 0) await new Promise(() => {})
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: ['ignore', 'pipe', 'inherit']})
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toEqual([code, null])
})
