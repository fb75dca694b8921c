import {mkdtempDisposableSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {compressFiles} from '../../scripts/product/compressFiles.ts'
import {root} from '../../scripts/product/paths.ts'
import {startNginx} from '../support/startNginx.ts'
import startTestProducts from '../support/startTestProduct.ts'
import {testProduct} from '../support/testProduct.ts'
import type {Bench} from './bench.ts'
import {Floors, floorLocations} from './floors.ts'

type Started = Omit<Bench, 'options'> & {stop(): Promise<void>}

/** Starts the product on an empty data folder, nginx in front of it, and beside it what it is compared with. */
export async function startBench(): Promise<Started> {
  const port = testProduct.sitePort + 7
  const renewingPort = port + 2
  process.env.SITE_PROXY_URL = `http://127.0.0.1:${renewingPort}`
  await using started = new AsyncDisposableStack()
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), 'bench-floors-'))).path
  started.defer(await startTestProducts({workers: 1}))
  const staticFolder = join(root, testProduct.siteBuildDir, 'static')
  // Before nginx starts: it would remember that a file was not there.
  await compressFiles(staticFolder, {quality: 11})
  const nginx = await startNginx({
    port,
    renewingPort,
    securePort: port + 4,
    instances: [testProduct.sitePort],
    staticFolder,
    locations: await floorLocations(folder, testProduct.siteUrl),
  })
  started.defer(nginx.stop)
  const browserUrl = nginx.secureUrl ?? nginx.url
  const kept = started.move()
  return {
    siteUrl: testProduct.siteUrl,
    nginx,
    browserUrl,
    floors: new Floors(folder, nginx.url, browserUrl),
    stop: () => kept.disposeAsync(),
  }
}
