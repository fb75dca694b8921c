import {spawn} from 'node:child_process'
import {mkdirSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {root} from '../../scripts/product/paths.ts'
import {testEnvironment, testProduct} from './testProduct.ts'

/**
 * Starts the product as `npm start` does, on an empty data folder, and returns what stops it. The Studio's and the
 * site's builds are made anew when their sources changed. `TEST_PRODUCT_RUNS=1` uses one that runs already, for work on
 * the tests themselves.
 */
export default async function startTestProduct(): Promise<() => Promise<void>> {
  if (process.env.TEST_PRODUCT_RUNS) return async () => {}
  rmSync(testProduct.foreignHostsLog, {force: true})
  rmSync(join(testProduct.dataDir, 'lake'), {recursive: true, force: true})
  mkdirSync(testProduct.dataDir, {recursive: true})
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {...process.env, ...testEnvironment()},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      process.stdout.write(text)
      if (text.includes('Ready after')) resolve()
    })
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
