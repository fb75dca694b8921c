import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {writeFileSync} from 'node:fs'
import {get} from 'node:http'
import {join, relative} from 'node:path'
import {expect, onTestFinished, test} from 'vitest'
import {untilReady} from './scripts/product/untilReady.ts'
import {freePort} from './tests/support/freePort.ts'
import {temporaryFolder} from './tests/support/temporaryFolder.ts'

/** Stands for Next, and answers `/h5/slow` after the signal that comes last. */
const next = `export default () => ({
  prepare: async () => {},
  close: async () => {},
  getRequestHandler: () => async ({url}, response) => {
    if (url !== '/h5/slow') return response.end()
    process.once('SIGWINCH', () => response.end('answered'))
    process.stdout.write('asked')
  },
})`
const asScript = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`
const replaceNext = asScript(`import {registerHooks} from 'node:module'
  registerHooks({
    resolve: (name, context, resolve) =>
      name === 'next' ? {url: ${JSON.stringify(asScript(next))}, shortCircuit: true} : resolve(name, context),
  })`)

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGINT', 'SIGTERM'],
] as const)('a site that is told to end by %s and again by %s finishes what it has begun', async (first, second) => {
  const build = temporaryFolder()
  writeFileSync(join(build, 'BUILD_ID'), 'build')
  const preview = {previewModeId: 'id', previewModeSigningKey: 'key', previewModeEncryptionKey: 'key'}
  writeFileSync(join(build, 'prerender-manifest.json'), JSON.stringify({preview}))
  const port = await freePort()
  const root = import.meta.dirname
  const site = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', replaceNext, join(root, 'server.ts')],
    {
      cwd: root,
      env: {PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), SITE_BUILD_DIR: relative(root, build)},
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void site.kill('SIGKILL'))
  const ended = once(site, 'exit')
  await untilReady(`http://127.0.0.1:${port}/h5`)
  const answer = new Promise<string>((resolve, reject) => {
    get(`http://127.0.0.1:${port}/h5/slow`, {agent: false}, (response) => {
      response.setEncoding('utf8').once('data', resolve)
    }).once('error', reject)
  })
  await once(site.stdout, 'data')
  site.kill(first)
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/h5`).catch(() => 'refused')).toBe('refused')
  site.kill(second)
  // Pending signals arrive by number, the lowest first, and this one has the highest.
  site.kill('SIGWINCH')
  expect(await answer).toBe('answered')
  expect(await ended).toEqual([0, null])
})
