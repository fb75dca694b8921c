import {join} from 'node:path'
import {root} from '../../scripts/product/paths.ts'

/**
 * A product that the end-to-end tests drive: its addresses, folders and tokens, apart from those of `npm start`. Each
 * of Playwright's workers has one of its own, so that what one file changes no other one sees.
 */
export function productOf(worker: number) {
  const sitePort = Number(process.env.TEST_PORT || 3901) + worker * 20
  const lakePort = Number(process.env.TEST_LAKE_PORT || 3902) + worker * 20
  const suffix = worker === 0 ? '' : `-${worker + 1}`
  return {
    sitePort,
    lakePort,
    siteUrl: `http://localhost:${sitePort}`,
    studioUrl: `http://localhost:${lakePort}`,
    dataDir: join(root, `${process.env.TEST_DATA_DIR || '.data/test'}${suffix}`),
    siteBuildDir: `${process.env.TEST_SITE_BUILD_DIR || '.next-test'}${suffix}`,
    readToken: 'read-token-of-the-tests',
    writeToken: 'write-token-of-the-tests',
    /** All that any process of the product printed. */
    log: join(root, `${process.env.TEST_DATA_DIR || '.data/test'}${suffix}`, 'output.log'),
    /** One line for each attempt of any process to reach another machine. */
    foreignHostsLog: join(root, '.data/test/foreign-hosts.log'),
  }
}

/** The product of the worker that this process is. */
export const testProduct = productOf(Number(process.env.TEST_PARALLEL_INDEX || 0))

const publicVariables = ['PROJECT_ID', 'DATASET', 'API_HOST', 'STUDIO_URL'].map((name) => `NEXT_PUBLIC_SANITY_${name}`)

/** The environment of every process of the product under test; none of them may leave the machine. */
export function testEnvironment(product = testProduct): Record<string, string> {
  return {
    // A developer's .env.local must not turn the tests to hosted Sanity: empty counts as not set.
    ...Object.fromEntries(publicVariables.map((name) => [name, ''])),
    PORT: String(product.sitePort),
    LAKE_PORT: String(product.lakePort),
    DATA_DIR: product.dataDir,
    SITE_BUILD_DIR: product.siteBuildDir,
    STUDIO_BUILD_DIR: join(product.dataDir, 'studio'),
    SANITY_API_READ_TOKEN: product.readToken,
    SANITY_API_WRITE_TOKEN: product.writeToken,
    NODE_OPTIONS: `--import ${join(root, 'tests/support/loopbackOnly.mjs')}`,
    FOREIGN_HOSTS_LOG: product.foreignHostsLog,
    // Short enough for tests of outages, long enough that a busy machine is not taken for one.
    SANITY_API_TIMEOUT: '15000',
    NEXT_PUBLIC_SITE_URL: '',
    // Tests stand for the proxy: each may come from an address of its own.
    TRUSTED_PROXIES: '127.0.0.1',
    SANITY_WEBHOOK_SECRET: '',
  }
}
