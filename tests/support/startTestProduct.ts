import {spawn} from 'node:child_process'
import {createWriteStream, mkdirSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import type {FullConfig} from '@playwright/test'
import {root} from '../../scripts/product/paths.ts'
import {copyProduct} from './copyProduct.ts'
import {productOf, testEnvironment, testProduct} from './testProduct.ts'

/**
 * Starts a product for each of Playwright's workers, as `npm start` does, on an empty data folder, and returns what
 * stops them. The first one's builds are made anew when their sources changed; the others have copies of them and of its
 * content. `TEST_PRODUCT_RUNS=1` uses one that runs already, for work on the tests themselves.
 */
export default async function startTestProducts({workers}: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  if (process.env.TEST_PRODUCT_RUNS) return async () => {}
  rmSync(testProduct.foreignHostsLog, {force: true})
  const [first, ...others] = Array.from({length: workers}, (_, worker) => productOf(worker))
  if (!first) return async () => {}
  for (const kept of ['lake', 'enquiries']) rmSync(join(first.dataDir, kept), {recursive: true, force: true})
  const stops = [await startProduct(first)]
  if (others.length > 0) {
    await stops.pop()?.()
    for (const product of others) await copyProduct(first, product)
    stops.push(...(await Promise.all([first, ...others].map(startBuiltProduct))))
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

type Product = ReturnType<typeof productOf>

/** A start after which no source changed must not build anything again. */
async function startBuiltProduct(product: Product): Promise<() => Promise<void>> {
  const stop = await startProduct(product)
  if (!/· Building/.test(readFileSync(product.log, 'utf8'))) return stop
  await stop()
  throw new Error(`A second start has built again though nothing had changed; see ${product.log}.`)
}

async function startProduct(product: Product): Promise<() => Promise<void>> {
  mkdirSync(product.dataDir, {recursive: true})
  const log = createWriteStream(product.log)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts/start.ts'), '--build-first'],
    {
      cwd: root,
      env: {...process.env, ...testEnvironment(product)},
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  child.stderr.pipe(log, {end: false})
  child.stderr.pipe(process.stderr, {end: false})
  child.stdout.pipe(log, {end: false})
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
