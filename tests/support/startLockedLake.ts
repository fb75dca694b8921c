import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempDisposableSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {root, seedDir} from '../../scripts/product/paths.ts'
import {testEnvironment, testProduct} from './testProduct.ts'

export interface LockedLake {
  url: string
  stop(): Promise<void>
}

/** Starts a lake with a password, the seed, and the Studio of the product under test. */
export async function startLockedLake(password: string): Promise<LockedLake> {
  await using started = new AsyncDisposableStack()
  const dir = started.use(mkdtempDisposableSync(join(tmpdir(), 'locked-lake-'))).path
  const lake = spawn(
    process.execPath,
    [
      ...[
        '--disable-warning=ExperimentalWarning',
        join(root, 'packages/content-lake/src/cli.ts'),
        '--dir',
        dir,
        '--port',
        '0',
      ],
      ...['--studio', join(testProduct.dataDir, 'studio'), '--import', join(seedDir, 'data.ndjson')],
    ],
    {env: {...process.env, ...testEnvironment(), LAKE_PASSWORD: password}, stdio: ['ignore', 'pipe', 'inherit']},
  )
  const ended = once(lake, 'exit')
  started.defer(async () => {
    lake.kill('SIGTERM')
    await ended
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    lake.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      const found = /ready at (\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    lake.once('exit', (code) => reject(new Error(`The lake ended with ${code}`)))
  })
  const kept = started.move()
  return {url, stop: () => kept.disposeAsync()}
}
