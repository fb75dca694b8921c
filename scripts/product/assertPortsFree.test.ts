import {createServer} from 'node:net'
import {expect, onTestFinished, test} from 'vitest'
import {readContentSource} from '@/sanity/env.ts'
import {freePort} from '@/tests/support/freePort.ts'
import {listen} from '@/tests/support/listen.ts'
import {assertPortsFree} from './assertPortsFree.ts'

/** A product with hosted content, which has one port. */
const productAt = (siteHost: string, sitePort: number): Parameters<typeof assertPortsFree>[0] => ({
  source: readContentSource({NEXT_PUBLIC_SANITY_PROJECT_ID: 'abc12345'}),
  siteHost,
  sitePort,
  siteOrigin: `http://${siteHost}:${sitePort}`,
  logFormat: 'text',
  lakePort: 0,
  studioPort: 0,
  metricsPort: undefined,
  lakeMetricsPort: undefined,
  instances: 1,
  publicVariables: {},
})

// Other systems have no such address.
test.runIf(process.platform === 'linux').for(['127.0.0.2', '0.0.0.0'])(
  'a port that is taken at one address is not free for a site at %s',
  async (host) => {
    const other = createServer()
    onTestFinished(() => void other.close())
    const port = await listen(other, '127.0.0.2')
    await expect(assertPortsFree(productAt(host, port))).rejects.toThrow(`Port ${port} is in use`)
    await assertPortsFree(productAt('127.0.0.1', port))
    await assertPortsFree(productAt(host, await freePort()))
  },
)
