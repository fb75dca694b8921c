import {join} from 'node:path'
import {root} from '../../scripts/product/paths.ts'

const sitePort = Number(process.env.TEST_PORT || 3901)
const lakePort = Number(process.env.TEST_LAKE_PORT || 3902)

/** The product that the end-to-end tests drive: its addresses, folders and tokens, apart from those of `npm start`. */
export const testProduct = {
  sitePort,
  lakePort,
  siteUrl: `http://localhost:${sitePort}`,
  studioUrl: `http://localhost:${lakePort}`,
  dataDir: join(root, process.env.TEST_DATA_DIR || '.data/test'),
  siteBuildDir: process.env.TEST_SITE_BUILD_DIR || '.next-test',
  readToken: 'read-token-of-the-tests',
  writeToken: 'write-token-of-the-tests',
  /** One line for each attempt of any process to reach another machine. */
  foreignHostsLog: join(root, '.data/test/foreign-hosts.log'),
}

const publicVariables = ['PROJECT_ID', 'DATASET', 'API_HOST', 'STUDIO_URL'].map((name) => `NEXT_PUBLIC_SANITY_${name}`)

/** The environment of every process of the product under test; none of them may leave the machine. */
export function testEnvironment(): Record<string, string> {
  return {
    // A developer's .env.local must not turn the tests to hosted Sanity: empty counts as not set.
    ...Object.fromEntries(publicVariables.map((name) => [name, ''])),
    PORT: String(sitePort),
    LAKE_PORT: String(lakePort),
    DATA_DIR: testProduct.dataDir,
    SITE_BUILD_DIR: testProduct.siteBuildDir,
    STUDIO_BUILD_DIR: join(testProduct.dataDir, 'studio'),
    SANITY_API_READ_TOKEN: testProduct.readToken,
    SANITY_API_WRITE_TOKEN: testProduct.writeToken,
    NODE_OPTIONS: `--import ${join(root, 'tests/support/loopbackOnly.mjs')}`,
    FOREIGN_HOSTS_LOG: testProduct.foreignHostsLog,
    NEXT_PUBLIC_SITE_URL: '',
    SANITY_WEBHOOK_SECRET: '',
  }
}
